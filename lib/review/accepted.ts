import { type Acceptance, entityWords, openRisks, type ReviewedRisk } from "./acceptance";
import { acceptanceSets } from "./acceptance-set";
import type { Review, Risk } from "./model";

/** Whether the entity that an acceptance names is among the changes; where it names none, nothing is missing. */
export function isAboutChanges(review: Review, { entity }: Acceptance): boolean {
  if (entity === undefined) return true;
  return review.stacks.some(({ name, changes }) =>
    changes.some((change) => entityWords(name, change).includes(entity)),
  );
}

/**
 * The open risks that each acceptance is about. A set counts for exactly what is open: in the review itself, or in what the
 * other acceptances leave.
 */
export function risksAcceptedBy(review: Review, acceptances: readonly Acceptance[]): (readonly ReviewedRisk[])[] {
  const others = acceptances.filter(({ set }) => set === undefined);
  const left = decided(
    review,
    others,
    others.map((acceptance) => fittingIn(review, acceptance)),
  );
  return acceptances.map((acceptance) => {
    const fitting = fittingIn(review, acceptance);
    return acceptance.set !== undefined && fitting.length === 0 ? fittingIn(left, acceptance) : fitting;
  });
}

/** A review in which somebody has accepted these risks. What the code acknowledges needs no acceptance. */
export function withAccepted(review: Review, acceptances: readonly Acceptance[]): Review {
  return decided(review, acceptances, risksAcceptedBy(review, acceptances));
}

function fittingIn(review: Review, { risk, entity, set }: Acceptance): readonly ReviewedRisk[] {
  if (set !== undefined) {
    const same = acceptanceSets(review).find((each) => each.risk === risk && each.digest === set.digest);
    return same !== undefined && same.open.length === set.open ? same.open : [];
  }
  const open = openRisks(review).filter((each) => each.risk.name === risk);
  return entity === undefined ? open : open.filter(({ stack, change }) => entityWords(stack, change).includes(entity));
}

function decided(
  review: Review,
  acceptances: readonly Acceptance[],
  accepted: readonly (readonly ReviewedRisk[])[],
): Review {
  const names = new Map<Risk, Set<string>>();
  for (const [index, { by }] of acceptances.entries()) {
    for (const { risk } of accepted[index] ?? []) {
      const known = names.get(risk) ?? new Set();
      names.set(risk, by === undefined ? known : known.add(by));
    }
  }
  const decidedRisk = (risk: Risk): Risk => {
    const by = names.get(risk);
    if (by === undefined) return risk;
    return { ...risk, accepted: true, ...(by.size > 0 && { acceptedBy: [...by] }) };
  };
  if (names.size === 0) return review;
  return {
    ...review,
    stacks: review.stacks.map((stack) => ({
      ...stack,
      changes: stack.changes.map((change) => ({ ...change, risks: change.risks.map(decidedRisk) })),
    })),
  };
}

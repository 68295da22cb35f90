import { createHash } from "node:crypto";
import { type RiskName, riskNames } from "../protocol/risk-names";
import { groupedBy } from "../value/grouped";
import { type Change, isOpen, type Review, type Risk, riskText } from "./model";

/** A risk that somebody accepts for this once: of one entity, of a set, or, where neither is named, wherever it is. */
export interface Acceptance {
  readonly risk: RiskName;
  /** Kind and name, or address of the resource; a stack and a slash may stand before it. */
  readonly entity?: string;
  /** The words of an `AcceptanceSet`. */
  readonly set?: string;
  /** Who accepts it, where that is known: `@ann`. */
  readonly by?: string;
}

/** A risk, and the change that it is of. */
export interface ReviewedRisk {
  readonly stack: string;
  readonly change: Change;
  readonly risk: Risk;
}

/** All open risks of one name, which one line accepts: exactly these, and no other that comes later. */
export interface AcceptanceSet {
  readonly risk: RiskName;
  readonly open: readonly ReviewedRisk[];
  /**
   * What accepts it: `running-horizon 9 3f9c2e1b`, with the first eight hexadecimal digits of a SHA-256 over stack, entity,
   * risk and reason of each.
   */
  readonly words: string;
}

/**
 * Reads an acceptance: `running-unmanaged`, the words of a set, or one of an entity, with kind and name as in the JSON:
 *
 * - `running-unmanaged 9 3f9c2e1b`
 * - `running-unmanaged:experiment/old_banner`
 * - `running-unmanaged:checkout-production/experiment/old_banner`
 * - `running-unmanaged:checkout-production/terraform_data.experiment_at_3f9a61c2`
 *
 * @returns undefined where there is no such risk
 */
export function acceptanceIn(text: string): Acceptance | undefined {
  const [, name = "", entity, open, digest] = /^([a-z-]+)(?::(.+)|\s+(\d+)\s+([0-9a-f]{8}))?$/is.exec(text) ?? [];
  const risk = riskNames.find((each) => each === name.toLowerCase());
  if (risk === undefined) return undefined;
  return digest === undefined ? { risk, entity } : { risk, set: setWords(risk, Number(open), digest.toLowerCase()) };
}

/** The risks that still need a decision. */
export function openRisks(review: Review): ReviewedRisk[] {
  return risksOf(review).filter(({ risk }) => isOpen(risk));
}

/** All risks, also such as have their decision. */
export function risksOf({ stacks }: Review): ReviewedRisk[] {
  return stacks.flatMap(({ name, changes }) =>
    changes.flatMap((change) => change.risks.map((risk) => ({ stack: name, change, risk }))),
  );
}

/** From how many entities of a risk on one line accepts them all. */
const LEAST_OF_SET = 4;

/** The sets of a review: of each risk that is open for four entities or more. */
export function acceptanceSets(review: Review): AcceptanceSet[] {
  return [...groupedBy(openRisks(review), ({ risk }) => risk.name)].flatMap(([risk, open]) =>
    open.length < LEAST_OF_SET ? [] : [{ risk, open, words: setWords(risk, open.length, digestOf(open)) }],
  );
}

function setWords(risk: RiskName, count: number, digest: string): string {
  return `${risk} ${count} ${digest}`;
}

function digestOf(open: readonly ReviewedRisk[]): string {
  const entries = open.map(({ stack, change: { kind, name, address }, risk }) =>
    JSON.stringify([stack, kind, name ?? address, risk.name, riskText(risk)]),
  );
  return createHash("sha256").update(entries.sort().join("\n")).digest("hex").slice(0, 8);
}

/** What names the entity of a change: kind and name, or the address of its resource, without and with the stack. */
export function entityWords(
  stack: string,
  { kind, name, address }: Pick<Change, "kind" | "name" | "address">,
): string[] {
  const words = [...(name === null ? [] : [`${kind}/${name}`]), address];
  return [...words, ...words.map((word) => `${stack}/${word}`)];
}

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
  const accepted = (acceptance: Acceptance) => fittingIn(review, acceptance);
  const left = decided(review, others, others.map(accepted));
  return acceptances.map((acceptance) => {
    const fitting = accepted(acceptance);
    return acceptance.set !== undefined && fitting.length === 0 ? fittingIn(left, acceptance) : fitting;
  });
}

/** A review in which somebody has accepted these risks. What the code acknowledges needs no acceptance. */
export function withAccepted(review: Review, acceptances: readonly Acceptance[]): Review {
  return decided(review, acceptances, risksAcceptedBy(review, acceptances));
}

function fittingIn(review: Review, { risk, entity, set }: Acceptance): readonly ReviewedRisk[] {
  if (set !== undefined) return acceptanceSets(review).find(({ words }) => words === set)?.open ?? [];
  return openRisks(review).filter(
    ({ stack, change, risk: { name } }) =>
      name === risk && (entity === undefined || entityWords(stack, change).includes(entity)),
  );
}

/** @param accepted the risks that each of the acceptances is about */
function decided(
  review: Review,
  acceptances: readonly Acceptance[],
  accepted: readonly (readonly ReviewedRisk[])[],
): Review {
  const people = new Map<Risk, readonly string[]>();
  for (const [index, { by }] of acceptances.entries()) {
    for (const { risk } of accepted[index] ?? []) {
      const known = people.get(risk) ?? [];
      people.set(risk, by === undefined || known.includes(by) ? known : [...known, by]);
    }
  }
  const decidedRisk = (risk: Risk): Risk => {
    const by = people.get(risk);
    return by === undefined ? risk : { ...risk, accepted: true, ...(by.length > 0 && { acceptedBy: by }) };
  };
  const stacks = review.stacks.map((stack) => ({
    ...stack,
    changes: stack.changes.map((change) => ({ ...change, risks: change.risks.map(decidedRisk) })),
  }));
  return { ...review, stacks };
}

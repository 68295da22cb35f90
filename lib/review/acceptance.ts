import { constructNameOf } from "../api/kind";
import { type RiskName, riskNames } from "../protocol/risk-names";
import { type Change, isOpen, type Review, type Risk } from "./model";

/** A risk that somebody accepts for this once: wherever it is, or of one entity. */
export interface Acceptance {
  readonly risk: RiskName;
  /** Kind and name, or address of the resource; a stack and a slash may stand before it. */
  readonly entity?: string;
}

/** A risk, and the change that it is of. */
export interface ReviewedRisk {
  readonly stack: string;
  readonly change: Change;
  readonly risk: Risk;
}

/**
 * Reads an acceptance: `running-unmanaged`, or one of these, with kind and name as in the JSON:
 *
 * - `running-unmanaged:experiment/old_banner`
 * - `running-unmanaged:terraform_data.experiment_at_3f9a61c2`
 * - `running-unmanaged:checkout-production/experiment/old_banner`
 *
 * @returns undefined where there is no such risk
 */
export function acceptanceIn(text: string): Acceptance | undefined {
  const [name = "", ...rest] = text.split(":");
  const risk = riskNames.find((each) => each === name);
  return risk && { risk, ...(rest.length > 0 && { entity: rest.join(":") }) };
}

/** Texts that accept one risk of one entity, and no other. */
export class ExactAcceptances {
  private readonly counts = new Map<string, number>();

  constructor(private readonly review: Review) {
    for (const open of risksOf(review)) {
      for (const text of new Set(textsOf(open))) this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
    }
  }

  of(open: ReviewedRisk): string {
    const texts = this.review.stacks.length > 1 ? textsOf(open).filter((text) => hasStack(open, text)) : textsOf(open);
    return texts.find((text) => this.counts.get(text) === 1) ?? texts.at(-1) ?? open.risk.name;
  }
}

/** Acceptances of entities that do not change. */
export function strayAcceptances({ stacks }: Review, acceptances: readonly Acceptance[]): Acceptance[] {
  const words = new Set(stacks.flatMap(({ name, changes }) => changes.flatMap((change) => entityWords(name, change))));
  return acceptances.filter(({ entity }) => entity !== undefined && !words.has(entity));
}

/** Acceptances that name one entity, and fit open risks of several, with these risks. */
export function ambiguousAcceptances(
  review: Review,
  acceptances: readonly Acceptance[],
): { readonly acceptance: Acceptance; readonly fitting: readonly ReviewedRisk[] }[] {
  const open = openRisks(review);
  return acceptances
    .filter(({ entity }) => entity !== undefined)
    .map((acceptance) => ({ acceptance, fitting: open.filter((each) => covers(acceptance, each)) }))
    .filter(({ fitting }) => fitting.length > 1);
}

/** A review in which somebody has accepted these risks. What the code acknowledges needs no acceptance. */
export function withAccepted(review: Review, acceptances: readonly Acceptance[]): Review {
  if (acceptances.length === 0) return review;
  return {
    ...review,
    stacks: review.stacks.map((stack) => ({
      ...stack,
      changes: stack.changes.map((change) => ({
        ...change,
        risks: change.risks.map((risk): Risk => {
          const open = { stack: stack.name, change, risk };
          const isAccepted = isOpen(risk) && acceptances.some((acceptance) => covers(acceptance, open));
          return isAccepted ? { ...risk, accepted: true } : risk;
        }),
      })),
    })),
  };
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

function covers({ risk, entity }: Acceptance, open: ReviewedRisk): boolean {
  if (risk !== open.risk.name) return false;
  return entity === undefined || textsOf(open).includes(`${risk}:${entity}`);
}

/** All that accepts a risk of one entity. */
function textsOf({ stack, change, risk }: ReviewedRisk): string[] {
  return entityWords(stack, change).map((word) => `${risk.name}:${word}`);
}

/** What names the entity of a change: its kind and name, then the address of its resource, without and with the stack. */
function entityWords(stack: string, { kind, name, address }: Change): string[] {
  const named = name === null ? [] : [`${kind}/${name}`, `${constructNameOf(kind)}/${name}`];
  const words = [...named, address];
  return [...words, ...words.map((word) => `${stack}/${word}`)];
}

function hasStack({ stack, risk }: ReviewedRisk, text: string): boolean {
  return text.startsWith(`${risk.name}:${stack}/`);
}

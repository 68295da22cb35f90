import { type RiskName, riskNames } from "../protocol/risk-names";
import { type Change, isOpen, type Review, type Risk } from "./model";

/** A risk that somebody accepts for this once: of one entity, of a set, or, where neither is named, wherever it is. */
export interface Acceptance {
  readonly risk: RiskName;
  /** Kind and name, or address of the resource; a stack and a slash may stand before it. */
  readonly entity?: string;
  /** How many entities have the risk, and the digest of exactly those. */
  readonly set?: { readonly open: number; readonly digest: string };
  /** Who accepts it, where that is known: `@ann`. */
  readonly by?: string;
}

/** A risk, and the change that it is of. */
export interface ReviewedRisk {
  readonly stack: string;
  readonly change: Change;
  readonly risk: Risk;
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
  if (digest !== undefined) return { risk, set: { open: Number(open), digest: digest.toLowerCase() } };
  return { risk, ...(entity !== undefined && { entity }) };
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

/** All that accepts a risk of one entity. */
function textsOf({ stack, change, risk }: ReviewedRisk): string[] {
  return entityWords(stack, change).map((word) => `${risk.name}:${word}`);
}

/** What names the entity of a change: kind and name, or the address of its resource, without and with the stack. */
export function entityWords(
  stack: string,
  { kind, name, address }: Pick<Change, "kind" | "name" | "address">,
): string[] {
  const words = [...(name === null ? [] : [`${kind}/${name}`]), address];
  return [...words, ...words.map((word) => `${stack}/${word}`)];
}

function hasStack({ stack, risk }: ReviewedRisk, text: string): boolean {
  return text.startsWith(`${risk.name}:${stack}/`);
}

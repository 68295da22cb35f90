import { type RiskName, riskNames } from "../protocol/risk-names";
import { shellWord } from "../text/command";
import { ExactAcceptances, type ReviewedRisk, risksOf } from "./acceptance";
import { isOpen, type Review } from "./model";
import { riskReasons } from "./risks/risk-reasons";

/** A risk with all entities that have it. */
export interface RiskGroup {
  readonly name: RiskName;
  /** Why it matters: a sentence without a full stop. */
  readonly why: string;
  /** How many of them need a decision. */
  readonly open: number;
  /** Those that need a decision come first. */
  readonly entities: readonly RiskyEntity[];
}

/** An entity that has a risk. */
export interface RiskyEntity extends ReviewedRisk {
  /** What changes: `allocation 10 → 60`. */
  readonly what: string;
  /** The option that accepts the risk of this entity, to be pasted; missing where it has its decision. */
  readonly accept?: string;
}

/** The risks of a review, each with all entities that have it: first those that need a decision. */
export function riskGroups(review: Review): RiskGroup[] {
  const exact = new ExactAcceptances(review);
  const byName = new Map<RiskName, RiskyEntity[]>();
  for (const reviewed of risksOf(review)) {
    const { risk } = reviewed;
    const accept = isOpen(risk) ? { accept: `--accept ${shellWord(exact.of(reviewed))}` } : {};
    const entity = { ...reviewed, what: risk.what ?? risk.text, ...accept };
    const alike = byName.get(risk.name) ?? [];
    byName.set(risk.name, alike);
    alike.push(entity);
  }
  return riskNames
    .flatMap((name): RiskGroup[] => {
      const entities = byName.get(name) ?? [];
      const open = entities.filter(({ risk }) => isOpen(risk));
      const decided = entities.filter(({ risk }) => !isOpen(risk));
      if (entities.length === 0) return [];
      return [{ name, why: riskReasons[name], open: open.length, entities: [...open, ...decided] }];
    })
    .sort((a, b) => Number(b.open > 0) - Number(a.open > 0));
}

import { type RiskName, riskNames } from "../protocol/risk-names";
import { shellWord } from "../text/command";
import { naturalOrder } from "../text/natural-order";
import { groupedBy } from "../value/grouped";
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
  /** The option that accepts the risk wherever it is; missing where not several need a decision. */
  readonly acceptAll?: string;
  /** Those that need a decision come first, else as people sort. */
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
  const risky = risksOf(review).map((reviewed): RiskyEntity => {
    const { risk } = reviewed;
    const accept = isOpen(risk) ? { accept: `--accept ${shellWord(exact.of(reviewed))}` } : {};
    return { ...reviewed, what: risk.what ?? risk.text, ...accept };
  });
  const byName = groupedBy(risky, ({ risk }) => risk.name);
  return riskNames
    .flatMap((name): RiskGroup[] => {
      const entities = byName.get(name) ?? [];
      const open = entities.filter(({ risk }) => isOpen(risk)).length;
      if (entities.length === 0) return [];
      const acceptAll = open > 1 ? { acceptAll: `--accept ${name}` } : {};
      return [{ name, why: riskReasons[name], open, ...acceptAll, entities: entities.sort(byUrgency) }];
    })
    .sort((a, b) => Number(b.open > 0) - Number(a.open > 0));
}

function byUrgency(a: RiskyEntity, b: RiskyEntity): number {
  const placeOf = ({ stack, change: { construct, name } }: RiskyEntity) => `${stack} ${construct ?? name ?? ""}`;
  return Number(isOpen(b.risk)) - Number(isOpen(a.risk)) || naturalOrder.compare(placeOf(a), placeOf(b));
}

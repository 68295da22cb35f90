import { kindNamed, kinds } from "../api/kinds";
import { type RiskName, riskNames } from "../protocol/risk-names";
import { type Change, isOpen, type Review, type Risk } from "./model";

/** A risk that somebody accepts for this once: wherever it is, or of one entity. */
export interface Acceptance {
  readonly risk: RiskName;
  readonly entity?: Pick<Change, "kind" | "name">;
}

/** An open risk, and the change that it is of. */
export interface OpenRisk {
  readonly change: Change;
  readonly risk: Risk;
}

/**
 * Reads an acceptance: `running-unmanaged`, or `running-unmanaged:experiment/old_banner`, with kind and name as in the JSON.
 *
 * @returns what is wrong with it, as a text, where it is none
 */
export function acceptanceIn(text: string): Acceptance | string {
  const [name, entity] = splitAt(text, ":");
  const risk = riskNames.find((each) => each === name);
  if (risk === undefined) return `there is no risk ${JSON.stringify(name)}; the risks are ${riskNames.join(", ")}`;
  if (entity === undefined) return { risk };
  const [kindText, identity] = splitAt(entity, "/");
  if (identity === undefined) return `${JSON.stringify(entity)} names no entity; allowed: a kind, a slash and a name`;
  const kind = kindNamed(kindText);
  if (kind === undefined) {
    return `there is no kind ${JSON.stringify(kindText)}; the kinds are ${kinds.join(", ")}`;
  }
  return { risk, entity: { kind, name: identity } };
}

/** The text that accepts a risk of a change. */
export function acceptanceText({ change: { kind, name }, risk }: OpenRisk): string {
  return name === null ? risk.name : `${risk.name}:${kind}/${name}`;
}

/** A review in which somebody has accepted these risks. What the code acknowledges needs no acceptance. */
export function withAccepted({ stacks }: Review, acceptances: readonly Acceptance[]): Review {
  if (acceptances.length === 0) return { stacks };
  return {
    stacks: stacks.map((stack) => ({
      ...stack,
      changes: stack.changes.map((change) => ({
        ...change,
        risks: change.risks.map((risk): Risk => {
          const isAccepted = isOpen(risk) && acceptances.some((acceptance) => covers(acceptance, change, risk));
          return isAccepted ? { ...risk, accepted: true } : risk;
        }),
      })),
    })),
  };
}

/** The risks that still need a decision. */
export function openRisks({ stacks }: Review): OpenRisk[] {
  return stacks.flatMap(({ changes }) =>
    changes.flatMap((change) => change.risks.filter(isOpen).map((risk) => ({ change, risk }))),
  );
}

function covers({ risk, entity }: Acceptance, change: Change, { name }: Risk): boolean {
  if (risk !== name) return false;
  return entity === undefined || (entity.kind === change.kind && entity.name === change.name);
}

/** The parts before and after the first of these characters; one part where there is none. */
function splitAt(text: string, character: string): [before: string, after?: string] {
  const at = text.indexOf(character);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

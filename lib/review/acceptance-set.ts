import { createHash } from "node:crypto";
import { type RiskName, riskNames } from "../protocol/risk-names";
import { openRisks, type ReviewedRisk } from "./acceptance";
import { type Review, riskText } from "./model";

/** All open risks of one name, which one line accepts: exactly these, and no other that comes later. */
export interface AcceptanceSet {
  readonly risk: RiskName;
  readonly open: readonly ReviewedRisk[];
  /** The first eight hexadecimal digits of a SHA-256 over stack, entity, risk and reason of each. */
  readonly digest: string;
}

/** From how many entities of a risk on one line accepts them all. */
const LEAST_OF_SET = 4;

/** The sets of a review: of each risk that is open for four entities or more. */
export function acceptanceSets(review: Review): AcceptanceSet[] {
  const open = openRisks(review);
  return riskNames.flatMap((name): AcceptanceSet[] => {
    const those = open.filter(({ risk }) => risk.name === name);
    return those.length < LEAST_OF_SET ? [] : [{ risk: name, open: those, digest: digestOf(those) }];
  });
}

/** The words that accept a set: `running-horizon 9 3f9c2e1b`. */
export function setWords({ risk, open, digest }: AcceptanceSet): string {
  return `${risk} ${open.length} ${digest}`;
}

function digestOf(open: readonly ReviewedRisk[]): string {
  const entries = open.map(({ stack, change: { kind, name, address }, risk }) =>
    JSON.stringify([stack, kind, name ?? address, risk.name, riskText(risk)]),
  );
  return createHash("sha256").update(entries.sort().join("\n")).digest("hex").slice(0, 8);
}

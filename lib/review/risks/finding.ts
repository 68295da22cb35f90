import type { RiskName } from "../../protocol/risk-names";
import type { Fields } from "../../value/value";
import type { Risk } from "../model";

/** A risk, before it is known whether the code acknowledges it. */
export type Finding = Pick<Risk, "name" | "text">;

/** The risks of which there is something to say. */
export function findingsIn(texts: Readonly<Partial<Record<RiskName, string | undefined>>>): Finding[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    text === undefined ? [] : [{ name: name as RiskName, text }],
  );
}

/** What the service has, as far as is known, and what is declared. */
export interface BeforeAfter {
  /** Empty for what is not there yet. */
  readonly before: Fields;
  readonly after: Fields;
}

import type { RiskName } from "../../protocol/risk-names";
import type { Values } from "../value";

/** A risk, before it is known whether the code acknowledges it. */
export interface Finding {
  readonly name: RiskName;
  readonly text: string;
}

/** What the service has, as far as is known, and what is declared. */
export interface BeforeAfter {
  /** Empty for what is not there yet. */
  readonly before: Values;
  readonly after: Values;
}

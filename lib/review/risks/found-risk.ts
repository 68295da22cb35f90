import type { RiskName } from "../../protocol/risk-names";
import type { Risk } from "../model";

/** A risk, before it is known whether the code acknowledges it. */
export type FoundRisk = Pick<Risk, "name" | "what" | "text">;

/** What is risky: what changes, and the sentence that also says why it matters; one text where there is no more to say. */
export type Told = string | ToldWhat;

export interface ToldWhat extends Pick<Risk, "text"> {
  readonly what: string;
}

/** What changes, and why it matters. */
export function reasoned(what: string, why: string): ToldWhat {
  return { what, text: `${what}: ${why}` };
}

/** The risks of which there is something to say. */
export function risksToldIn(told: Readonly<Partial<Record<RiskName, Told | undefined>>>): FoundRisk[] {
  return Object.entries(told).flatMap(([name, each]) =>
    each === undefined ? [] : [{ name: name as RiskName, ...(typeof each === "string" ? { text: each } : each) }],
  );
}

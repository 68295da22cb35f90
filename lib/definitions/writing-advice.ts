import type { Problem } from "../api/problems";
import { didYouMean } from "../text/did-you-mean";
import { isList } from "../value/value";
import { ENVIRONMENTS } from "./environments";

/** What to do where a value is wrong by how it is written in a file, to end a message; "" elsewhere. */
export function writingAdvice({ path, allowed, unknown, isWhole }: Problem, value: unknown): string {
  // of what a definition has, the API knows no such field
  if (unknown) return path.length === 1 && allowed === "unknown field" ? didYouMean(String(path[0]), OWN_KEYS) : "";
  if (isWhole) return "";
  if (value === null) return "; give it a value, or remove it";
  if (allowed === "a string" && ["number", "boolean"].includes(typeof value)) return "; put it in quotes";
  if (allowed === "a list") return "; put its entries in [ ], or each behind a -";
  if (/^an object\b/.test(allowed) && isList(value)) return "; write its fields without -";
  if (typeof value !== "string") return "";
  if (allowed === "a boolean") return "; write true or false, without quotes";
  const [, field] = /^an object with (\w+)/.exec(allowed) ?? [];
  if (field !== undefined) return `; write { ${field}: … }`;
  return allowed === "a number" ? numberAdvice(value) : "";
}

const OWN_KEYS = ["kind", ENVIRONMENTS];

/** How to write the number that a text seems to mean. */
function numberAdvice(text: string): string {
  if (/^-?[1-9]\d{0,2}(,\d{3})+$/.test(text)) return `; write it without commas: ${text.replaceAll(",", "")}`;
  if (/^-?\d+,\d+$/.test(text)) return `; use a point: ${text.replace(",", ".")}`;
  return /\d/.test(text) ? "; write the number alone, without quotes" : "";
}

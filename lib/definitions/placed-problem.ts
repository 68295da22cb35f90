import { isSecretAt } from "../api/field-types";
import type { Kind } from "../api/kind";
import { type Problem, problemText, valueAt } from "../api/problems";
import { declarationSchema } from "../declare/declaration";
import { didYouMean, isSameButALetter, mostSimilar } from "../text/did-you-mean";
import { pageLink } from "../text/errors";
import { pathText } from "../text/names";
import { isFields } from "../value/value";
import { ENVIRONMENTS } from "./environments";
import type { Definition } from "./yaml-definitions";

/**
 * Reports a problem of fields and settings, with what to do about it in a file.
 *
 * @param data fields and settings, by which the problem has its path
 * @param above the path of those in the document
 */
export function reportPlaced(
  report: Definition["report"],
  kind: Kind,
  data: object,
  problem: Problem,
  above: readonly string[] = [],
): undefined {
  const { path, unknown } = problem;
  const placed = [...above, ...path];
  if (path[0] === "service") return report(placed, `${pathText(placed)}: ${SERVICE}`, true);
  const given = valueAt(data, path);
  const text = problemText({ ...problem, path: placed }, given, isSecretAt(declarationSchema(kind), path));
  return report(placed, `${text}${writingAdvice(kind, problem, given)}`, unknown);
}

/** What to do where a value is wrong by how it is written in a file, to end a message; "" elsewhere. */
function writingAdvice(kind: Kind, { path, allowed, unknown, isWhole }: Problem, value: unknown): string {
  if (unknown) {
    const [field] = path;
    return path.length === 1 && allowed === "unknown field" ? unknownAdvice(kind, String(field)) : "";
  }
  if (isWhole) return "";
  if (value === null) return "; give it a value, or remove it";
  if (allowed === "a string" && typeof value === "boolean") return "; put it in quotes";
  if (/^a string/.test(allowed) && typeof value === "number") return "; put it in quotes";
  if (/^an? (?:list|object)/.test(allowed) && typeof value === "string" && /^\s*[[{]/.test(value)) {
    return "; it is JSON in quotes: remove those around it";
  }
  if (/^a string/.test(allowed) && isNearlySecret(value)) return "; did you mean { fromEnvironment: NAME }?";
  if (/^a list/.test(allowed)) return "; put its entries in [ ], or each behind a -";
  if (/^a boolean/.test(allowed)) return "; write true or false, without quotes";
  return typeof value === "string" && /^a number/.test(allowed) ? numberAdvice(kind, value) : "";
}

/** Whether a value nearly names an environment variable as a secret does. */
function isNearlySecret(value: unknown): boolean {
  const [key = "", ...others] = isFields(value) ? Object.keys(value) : [];
  return others.length === 0 && mostSimilar(key, ["fromEnvironment"]) !== undefined;
}

/** What to do about a field that there is not, and that is nearly none that there is. */
function unknownAdvice(kind: Kind, field: string): string {
  if (/^(x-|\.)/.test(field)) return "; an anchor (&) can stand at the first value that it is for";
  // of what a definition has, the API knows no such field
  const own = ["kind", ENVIRONMENTS].filter((each) => isSameButALetter(field, each));
  return didYouMean(field, own) || `; ${pageOf(kind)}`;
}

/** How to write a number that is given as text: in percent, in quotes, with a comma, with its unit, as a time. */
function numberAdvice(kind: Kind, value: string): string {
  if (/^\s*[-+]?[\d._,]+\s*%?\s*$/.test(value)) return "; write the number alone, with a point and without quotes";
  const isTime = /^\d{4}-\d\d-\d\d/.test(value);
  return isTime ? "; write a time as the number that records of the service have" : `; ${pageOf(kind)}`;
}

function pageOf({ name }: Kind): string {
  return pageLink(name.replace("_", "-"));
}

const SERVICE = "unknown field; the Include in the code says which service the files belong to";

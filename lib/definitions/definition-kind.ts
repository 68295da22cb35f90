import { constructNameOf, type Kind } from "../api/kind";
import { kinds } from "../api/kinds";
import { type Problem, problemText } from "../api/problems";
import { settings } from "../declare/settings";
import { didYouMean, mostSimilar } from "../text/did-you-mean";
import { pathText } from "../text/path";
import { inWords } from "../text/words";
import type { Fields } from "../value/value";
import type { Definition } from "./yaml-definitions";

const constructNames = kinds.map(({ name }) => constructNameOf(name));

/** The kind of that name, or of the one that it is most likely meant to be. */
export function kindMeant(given: unknown): Kind | undefined {
  const meant = typeof given === "string" ? mostSimilar(given, constructNames) : undefined;
  return kinds.find(({ name }) => constructNameOf(name) === meant);
}

/** Reports the problem of a definition whose kind is missing, or is none. */
export function reportKind(report: Definition["report"], value: Fields): undefined {
  const { kind } = value;
  const misspelt = Object.keys(value).find((key) => mostSimilar(key, ["kind"]) !== undefined);
  if (kind === undefined && misspelt !== undefined)
    return report([misspelt], `${pathText([misspelt])}: unknown field${didYouMean(misspelt, ["kind"])}`, true);
  return report(["kind"], problemText(kindProblem(kind), kind, typeof kind === "object"));
}

function kindProblem(kind: unknown): Problem {
  const words = constructNames;
  const allowed = `one of ${words.map((word) => JSON.stringify(word)).join(", ")}`;
  return { path: ["kind"], allowed: kind === undefined ? `required; ${allowed}` : allowed, words };
}

/**
 * The kinds that a definition seems to be of, where it names another: those that have all of its fields, where the kind that it
 * names has fewer than half of them.
 */
export function kindsOfFields(named: Kind, given: readonly string[]): Kind[] {
  const fields = given.filter((field) => field !== "service" && !Object.hasOwn(settings.shape, field));
  const countIn = ({ fields: { shape } }: Kind) => fields.filter((field) => Object.hasOwn(shape, field)).length;
  if (2 * countIn(named) >= fields.length) return [];
  return kinds.filter((each) => countIn(each) === fields.length);
}

/** The problem of a definition whose fields are those of other kinds. */
export function otherKind({ name }: Kind, meant: readonly Kind[]): string {
  const names = meant.map((each) => constructNameOf(each.name));
  return `kind: ${JSON.stringify(constructNameOf(name))}, which has few of these fields; did you mean kind: ${inWords(names, "or")}?`;
}

import { type Problem, problemText } from "../api/problems";
import { constructNameOf, type Resource } from "../api/resource";
import { resources } from "../api/resources";
import { settings } from "../declare/settings";
import { didYouMean, mostSimilar } from "../text/did-you-mean";
import { pathText } from "../text/path";
import { inWords } from "../text/words";
import type { Fields } from "../value/value";
import type { Definition } from "./yaml-definitions";

const kindNames = resources.map((resource) => constructNameOf(resource.kind));

/** The kind of that name, or of the one that it is most likely meant to be. */
export function resourceNamed(kind: unknown): Resource | undefined {
  const name = typeof kind === "string" ? mostSimilar(kind, kindNames) : undefined;
  return resources.find((each) => constructNameOf(each.kind) === name);
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
  const words = kindNames;
  const allowed = `one of ${words.map((word) => JSON.stringify(word)).join(", ")}`;
  return { path: ["kind"], allowed: kind === undefined ? `required; ${allowed}` : allowed, words };
}

/**
 * The kinds that a definition seems to be of, where it names another: those that have all of its fields, where the kind that it
 * names has fewer than half of them.
 */
export function kindsOfFields(named: Resource, given: readonly string[]): Resource[] {
  const fields = given.filter((field) => field !== "service" && !Object.hasOwn(settings.shape, field));
  const countIn = ({ fields: { shape } }: Resource) => fields.filter((field) => Object.hasOwn(shape, field)).length;
  if (2 * countIn(named) >= fields.length) return [];
  return resources.filter((each) => countIn(each) === fields.length);
}

/** The problem of a definition whose fields are those of other kinds. */
export function otherKind({ kind }: Resource, meant: readonly Resource[]): string {
  const names = meant.map((each) => constructNameOf(each.kind));
  return `kind: ${JSON.stringify(constructNameOf(kind))}, which has few of these fields; did you mean kind: ${inWords(names, "or")}?`;
}

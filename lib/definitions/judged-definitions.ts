import { experiment, idFromName } from "../api/experiment-schema";
import { isSecretAt } from "../api/field-markers";
import { constructNameOf, type Kind } from "../api/kind";
import { type Problem, problemText, valueAt } from "../api/problems";
import { promptVersion } from "../api/prompt-version-schema";
import { definitionValues } from "../declare/definition-values";
import { declarationSchema, problemsOfProps } from "../declare/judge";
import { sha256 } from "../entity/sha256";
import { describeKind } from "../text/describe";
import { pathText } from "../text/path";
import { labelOf } from "../text/title";
import { inWords } from "../text/words";
import { jsonText } from "../value/json";
import { type Fields, isFields, type Path } from "../value/value";
import { kindMeant, kindsOfFields, otherKind, reportKind } from "./definition-kind";
import { definitionPlaceText } from "./definition-problem";
import { ENVIRONMENTS, type EnvironmentChoice, variantsOf } from "./environments";
import { writingAdvice } from "./writing-advice";
import type { Definition } from "./yaml-definitions";

/** A definition without a problem of its own. */
export interface JudgedDefinition extends Pick<Definition, "file" | "placeAt" | "report"> {
  readonly kind: Kind;
  /** Fields and settings. */
  readonly props: Fields;
  /** The values that identify it; empty where the deploy gives them. */
  readonly identity: readonly string[];
  /** Distinguishes it from all others. */
  readonly key: string;
}

/**
 * Judges definitions, each alone and in each of its environments, and whether two are of one entity. What is wrong is reported, and
 * left out.
 */
export function judgedDefinitions(
  definitions: readonly Definition[],
  choice: EnvironmentChoice = {},
): JudgedDefinition[] {
  const places = new Map<string, string>();
  return definitions.flatMap((definition) => judgedDefinition(definition, places, choice) ?? []);
}

/** @param places where each entity is declared, by its key */
function judgedDefinition(
  { value, file, isMisread, placeAt, report }: Definition,
  places: Map<string, string>,
  choice: EnvironmentChoice,
): JudgedDefinition | undefined {
  // what is not a definition may be a secret
  if (!isFields(value)) return report([], `${describeKind(value)}; ${NO_FIELDS}`);
  const { kind: named, [ENVIRONMENTS]: given, ...data } = value;
  // of one that is misspelt, the other problems are told as well
  const kind = kindMeant(named);
  const isNamed = kind !== undefined && named === constructNameOf(kind.name);
  if (!isNamed) reportKind(report, value);
  if (kind === undefined) return undefined;
  const meant = kindsOfFields(kind, Object.keys(data));
  if (meant.length > 0) return report(["kind"], otherKind(kind, meant));
  const all = identityIn(kind, data);
  const identity = all.filter((text) => text !== "");
  const key = JSON.stringify([named, ...(identity.length === 0 ? [places.size] : all)]);
  const other = places.get(key);
  places.set(key, definitionPlaceText(placeAt([])));
  if (other !== undefined) report([], sameEntity(kind, other));

  const base = judgedData(kind, data);
  for (const problem of base.problems) reportIn(report, kind, data, problem);
  const { variants, problems } = variantsOf(kind, data, given, choice.environments);
  for (const { path, text, isKey } of problems) report(path, text, isKey);
  const judged = variants.map((variant) => {
    const { props, problems } = judgedData(kind, variant.data);
    // what is wrong in all environments is said once
    const own = problems.filter(({ path, allowed }) => variant.own.has(String(path[0])) || !isKnown({ path, allowed }));
    for (const problem of own) reportIn(report, kind, variant.data, problem, [ENVIRONMENTS, variant.environment]);
    return { environment: variant.environment, props, problems: own };
  });
  const isWrong = [base, { problems }, ...judged].some((each) => each.problems.length > 0);
  if (isWrong || isMisread || !isNamed || other !== undefined) return undefined;
  const { props } = judged.find(({ environment }) => environment === choice.environment) ?? base;
  const chosen = variants.find(({ environment }) => environment === choice.environment);
  const placeOf = (path: Path) =>
    placeAt(chosen?.own.has(String(path[0])) ? [ENVIRONMENTS, chosen.environment, ...path] : path);
  return { kind, props, file, placeAt: placeOf, report, identity, key };

  function isKnown({ path, allowed }: Problem): boolean {
    return base.problems.some((each) => each.allowed === allowed && pathText(each.path) === pathText(path));
  }
}

/** Fields and settings as values, and all that is wrong with them. */
function judgedData(kind: Kind, data: object): { readonly props: Fields; readonly problems: readonly Problem[] } {
  const { values: props, problems } = definitionValues(data, kind.fields);
  return { props, problems: problemsOfProps(kind, props, problems) };
}

/**
 * Reports a problem.
 *
 * @param data fields and settings, by which the problem has its path
 * @param above the path of those in the definition
 */
function reportIn(
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
  return report(placed, `${text}${writingAdvice(problem, given)}`, unknown);
}

const NO_FIELDS = "allowed: the fields of one definition, kind among them; put a line with --- between two";
const SERVICE = "unknown field; the Include in the code says which service the files belong to";

/** The problem of a definition that has the identity of one at another place. */
function sameEntity({ identity, name }: Kind, place: string): string {
  const same = `the ${labelOf(name)} of this ${inWords(identity)} is declared in ${place}, too`;
  return `${same}; remove one of the two, or give one of them another ${inWords(identity, "or")}`;
}

/** The values that identify the entity of a definition, empty where there is none; none at all where one is no text. */
function identityIn({ identity, name }: Kind, data: Readonly<Record<string, unknown>>): string[] {
  const texts = identity.map((field) => data[field] ?? (field === "id" ? derivedFrom(name, data) : undefined));
  const known = texts.map((text = "") => text);
  return known.every((text) => typeof text === "string") ? known : [];
}

/** What an id comes from where none is given: all that a prompt version declares, or else the name. */
function derivedFrom(kind: string, data: Readonly<Record<string, unknown>>): unknown {
  if (kind === promptVersion.name) return sha256(jsonText(data) ?? "").slice(0, 12);
  return typeof data.name === "string" && kind === experiment.name ? idFromName(data.name) : data.name;
}

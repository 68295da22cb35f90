import { isSecretAt } from "../api/field-types";
import type { Kind } from "../api/kind";
import { kinds } from "../api/kinds";
import { type Problem, problemText, unknownField, valueAt } from "../api/problems";
import { definitionValues } from "../declare/json-walk";
import { declarationSchema, fieldsIn, problemsOfProps } from "../declare/judge";
import { kindRulesOf } from "../declare/kind-rules";
import { respelled } from "../declare/respelled";
import { settings } from "../declare/settings";
import { didYouMean, mostSimilar } from "../text/did-you-mean";
import { labelOf, pathText } from "../text/names";
import { describeKind, inWords } from "../text/words";
import { type Fields, isFields, type Path } from "../value/value";
import { definitionPlaceText } from "./definition-files";
import { kindOfDefinition } from "./definition-kind";
import { ENVIRONMENTS, type EnvironmentChoice, variantsOf } from "./environments";
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
  definition: Definition,
  places: Map<string, string>,
  choice: EnvironmentChoice,
): JudgedDefinition | undefined {
  const { file, isMisread, placeAt } = definition;
  // what is not a definition may be a secret
  if (!isFields(definition.value)) return definition.report([], `${describeKind(definition.value)}; ${NO_FIELDS}`);
  let isRight = !isMisread;
  const reportGiven: Definition["report"] = (...problem) => {
    isRight = false;
    return definition.report(...problem);
  };
  const { kind, data, environments, environmentsKey } = partsOf(definition.value, reportGiven);
  if (kind === undefined) return undefined;
  const report: Definition["report"] = ([first, ...path], ...problem) =>
    reportGiven(first === undefined ? [] : [first === ENVIRONMENTS ? environmentsKey : first, ...path], ...problem);

  const base = judgedData(kind, data);
  const { identity, key } = identified(kind, base.props, places.size);
  const other = places.get(key);
  if (other !== undefined) report([], sameEntity(kind, other));
  places.set(key, definitionPlaceText(placeAt([])));

  for (const problem of base.problems) reportIn(report, kind, data, problem);
  const variants = variantsOf(kind, data, environments, choice.environments, report).map((variant) => {
    const { props, problems } = judgedData(kind, variant.data);
    for (const problem of problems) {
      // what is wrong in all environments is said once
      if (!variant.own.has(String(problem.path[0])) && base.problems.some((each) => isSameProblem(each, problem)))
        continue;
      reportIn(report, kind, variant.data, problem, [ENVIRONMENTS, variant.environment]);
    }
    return { ...variant, props };
  });
  if (!isRight) return undefined;

  const chosen = variants.find(({ environment }) => environment === choice.environment);
  const pathInFile = (path: Path) =>
    chosen?.own.has(String(path[0])) ? [ENVIRONMENTS, chosen.environment, ...path] : path;
  const { props } = chosen ?? base;
  return { kind, props, file, placeAt: (path) => placeAt(pathInFile(path)), report, identity, key };
}

/** The key by which editors find the schema of a file. */
const SCHEMA = "$schema";

/** What a definition has besides the fields of its kind and the settings. */
const OWN_KEYS = ["kind", ENVIRONMENTS, SCHEMA];

/** Every field of any kind, and every setting. */
const knownFields = new Set(
  [settings, ...kinds.map(({ fields }) => fields)].flatMap(({ shape }) => Object.keys(shape)),
);

/** The parts of a definition. A key that is nearly one of its own is reported, and taken for it. */
function partsOf(value: Fields, report: Definition["report"]) {
  let environmentsKey = ENVIRONMENTS;
  const named = Object.entries(value).map(([key, inner]) => {
    const meant = mostSimilar(
      key,
      OWN_KEYS.filter((own) => !Object.hasOwn(value, own)),
    );
    if (meant === undefined || knownFields.has(key)) return [key, inner] as const;
    if (meant === ENVIRONMENTS) environmentsKey = key;
    const problem = unknownField([key], `; did you mean "${meant}"?`);
    report([key], problemText(problem, undefined, true), true);
    return [meant, inner] as const;
  });
  const { kind, [ENVIRONMENTS]: environments, [SCHEMA]: schema, ...data } = Object.fromEntries(named);
  if (schema !== undefined && typeof schema !== "string")
    report([SCHEMA], problemText({ path: [SCHEMA], allowed: A_SCHEMA }, schema, true));
  return { kind: kindOfDefinition(kind, data, report), data, environments, environmentsKey };
}

/** The values that identify the entity of a definition, and what distinguishes it from others. */
function identified(kind: Kind, props: Fields, count: number): Pick<JudgedDefinition, "identity" | "key"> {
  const all = identityIn(kind, respelled(kind.fields, props).fields);
  const identity = all.filter((text) => text !== "");
  // one without any is no other's
  return { identity, key: JSON.stringify([kind.name, ...(identity.length === 0 ? [count] : all)]) };
}

function isSameProblem(one: Problem, other: Problem): boolean {
  return one.allowed === other.allowed && pathText(one.path) === pathText(other.path);
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
  return report(placed, `${text}${writingAdvice(kind, problem, given)}`, unknown);
}

/** What to do where a value is wrong by how it is written in a file, to end a message; "" elsewhere. */
function writingAdvice({ name }: Kind, { path, allowed, unknown, isWhole }: Problem, value: unknown): string {
  if (unknown) {
    if (path.length !== 1 || allowed !== "unknown field") return "";
    // of what a definition has, the API knows no such field
    return didYouMean(String(path[0]), ["kind", ENVIRONMENTS]) || `; see docs/${name.replace("_", "-")}.md`;
  }
  if (isWhole) return "";
  if (value === null) return "; give it a value, or remove it";
  if (allowed === "a string" && typeof value === "boolean") return "; put it in quotes";
  if (/^a string/.test(allowed) && typeof value === "number") return "; put it in quotes";
  if (/^a list/.test(allowed)) return "; put its entries in [ ], or each behind a -";
  if (typeof value !== "string") return "";
  if (/^a boolean/.test(allowed)) return "; write true or false, without quotes";
  return /^a number/.test(allowed) && /\d/.test(value)
    ? "; write the number alone, with a point and without quotes"
    : "";
}

const NO_FIELDS = "allowed: the fields of a definition, kind among them, or a list of definitions";
const A_SCHEMA = "the path of a JSON Schema, as text";
const SERVICE = "unknown field; the Include in the code says which service the files belong to";

/** The problem of a definition that has the identity of one at another place. */
function sameEntity({ identity, name }: Kind, place: string): string {
  const same = `the ${labelOf(name)} of this ${inWords(identity)} is declared in ${place}, too`;
  return `${same}; remove one of the two, or give one of them another ${inWords(identity, "or")}`;
}

/** The values that identify the entity of a definition, empty where there is none; none at all where one is no text. */
function identityIn(kind: Kind, props: Fields): string[] {
  const given = fieldsIn(props);
  const derived = kindRulesOf(kind).derivedId?.(given);
  const texts = kind.identity.map((field) => given[field] ?? (field === "id" ? derived : undefined) ?? "");
  return texts.every((text) => typeof text === "string") ? texts : [];
}

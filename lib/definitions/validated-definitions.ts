import type { Kind } from "../api/kind";
import { type Problem, problemText, unknownField } from "../api/problems";
import { fieldsIn, problemsOfProps } from "../declare/declaration";
import { definitionValues } from "../declare/json-walk";
import { kindRulesOf } from "../declare/kind-rules";
import { respelled } from "../declare/respelled";
import { isSameButALetter, mostSimilar } from "../text/did-you-mean";
import { labelOf, pathText } from "../text/names";
import { describeKind, inWords } from "../text/words";
import { type Fields, isFields, type Path } from "../value/value";
import type { Defaults } from "./defaults";
import { definitionPlaceText } from "./definition-files";
import { kindMeant, kindOfDefinition, knownFields } from "./definition-kind";
import { ENVIRONMENTS, type EnvironmentChoice, variantsOf } from "./environments";
import type { DefaultField } from "./kind-defaults";
import { reportPlaced } from "./placed-problem";
import { type Definition, SCHEMA } from "./yaml-definitions";

/** A definition without a problem of its own. */
export interface ValidatedDefinition extends Pick<Definition, "file" | "placeAt" | "report"> {
  readonly kind: Kind;
  /** Fields and settings. */
  readonly props: Fields;
  /** The values that identify it; empty where the deploy gives them. */
  readonly identity: readonly string[];
  /** Distinguishes it from all others. */
  readonly key: string;
}

/**
 * Validates definitions, each alone and in each of its environments, and whether two are of one entity. What is wrong is reported, and
 * left out.
 *
 * @param defaults what they take; of definitions without files, nothing
 */
export function validatedDefinitions(
  definitions: readonly Definition[],
  choice: EnvironmentChoice = {},
  defaults?: Defaults,
): ValidatedDefinition[] {
  const places = new Map<string, string>();
  return definitions.flatMap((definition) => validatedDefinition(definition, places, choice, defaults) ?? []);
}

/** @param places where each entity is declared, by its key */
function validatedDefinition(
  definition: Definition,
  places: Map<string, string>,
  choice: EnvironmentChoice,
  defaults: Defaults | undefined,
): ValidatedDefinition | undefined {
  const { file, directory, isMisread, placeAt } = definition;
  // what is not a definition may be a secret
  if (!isFields(definition.value)) return definition.report([], `${describeKind(definition.value)}; ${NO_FIELDS}`);
  let isRight = !isMisread;
  const reportGiven: Definition["report"] = (...problem) => {
    isRight = false;
    return definition.report(...problem);
  };
  const { kind, data: own, environments, environmentsKey } = partsOf(definition.value, reportGiven);
  if (kind === undefined) return undefined;
  const report: Definition["report"] = ([first, ...path], ...problem) =>
    reportGiven(first === undefined ? [] : [first === ENVIRONMENTS ? environmentsKey : first, ...path], ...problem);

  const taken = defaults?.takenBy(directory, kind, own) ?? new Map<string, DefaultField>();
  const data = { ...Object.fromEntries([...taken].map(([field, { value }]) => [field, value])), ...own };
  const base = validatedData(kind, data, taken);
  const { identity, key } = identified(kind, base.props, places.size);
  const other = places.get(key);
  if (other !== undefined) report([], sameEntity(kind, other));
  places.set(key, definitionPlaceText(placeAt([])));

  for (const problem of base.problems) reportPlaced(report, kind, data, problem);
  const variants = variantsOf(kind, data, environments, choice.environments, report).map((variant) => {
    const { props, problems } = validatedData(kind, variant.data, without(taken, variant.own));
    for (const problem of problems) {
      // what is wrong in all environments is said once
      if (!variant.own.has(String(problem.path[0])) && base.problems.some((each) => isSameProblem(each, problem)))
        continue;
      reportPlaced(report, kind, variant.data, problem, [ENVIRONMENTS, variant.environment]);
    }
    return { ...variant, props };
  });
  // what is wrong with a default is reported where it stands
  if (!isRight || [...taken.values()].some(({ isWrong }) => isWrong)) return undefined;

  const chosen = variants.find(({ environment }) => environment === choice.environment);
  const placeInUse = (path: Path) => {
    const field = String(path[0]);
    if (chosen?.own.has(field)) return placeAt([ENVIRONMENTS, chosen.environment, ...path]);
    return taken.get(field)?.placeAt(path) ?? placeAt(path);
  };
  return { kind, props: (chosen ?? base).props, file, placeAt: placeInUse, report, identity, key };
}

function without(
  taken: ReadonlyMap<string, DefaultField>,
  own: ReadonlySet<string>,
): ReadonlyMap<string, DefaultField> {
  return new Map([...taken].filter(([field]) => !own.has(field)));
}

/** What a definition has besides the fields of its kind and the settings. */
const OWN_KEYS = ["kind", ENVIRONMENTS, SCHEMA];

/** The parts of a definition. A key that is nearly one of its own is reported, and taken for it. */
function partsOf(value: Fields, report: Definition["report"]) {
  let environmentsKey = ENVIRONMENTS;
  const named = Object.entries(value).flatMap(([key, inner]): (readonly [string, Fields[string]])[] => {
    const meant = ownKeyMeant(key, value);
    if (meant === undefined) return [[key, inner]];
    if (meant === ENVIRONMENTS) environmentsKey = key;
    const problem = unknownField([key], `; did you mean "${meant}"?`);
    report([key], problemText(problem, undefined, true), true);
    // of a name in its place, all is said
    return meant === ENVIRONMENTS && typeof inner === "string" ? [] : [[meant, inner]];
  });
  const { kind, [ENVIRONMENTS]: environments, [SCHEMA]: schema, ...data } = Object.fromEntries(named);
  if (schema !== undefined && typeof schema !== "string")
    report([SCHEMA], problemText({ path: [SCHEMA], allowed: A_SCHEMA }, schema, true));
  return { kind: kindOfDefinition(kind, data, report), data, environments, environmentsKey };
}

/** The key of a definition's own, which is not given, that a key most likely means: also type, where it says the kind. */
function ownKeyMeant(key: string, value: Fields): string | undefined {
  const free = OWN_KEYS.filter((own) => !Object.hasOwn(value, own));
  const { type } = value;
  if (key === "type" && free.includes("kind") && typeof type === "string" && kindMeant(type) !== undefined)
    return "kind";
  const near = knownFields.has(key) ? undefined : mostSimilar(key, free);
  const isLikely = near !== ENVIRONMENTS || isFields(value[key]) || isSameButALetter(key, near);
  return isLikely ? near : undefined;
}

/** The values that identify the entity of a definition, and what distinguishes it from others. */
function identified(kind: Kind, props: Fields, count: number): Pick<ValidatedDefinition, "identity" | "key"> {
  const all = identityIn(kind, respelled(kind.fields, props).fields);
  const identity = all.filter((text) => text !== "");
  // one without any is no other's
  return { identity, key: JSON.stringify([kind.name, ...(identity.length === 0 ? [count] : all)]) };
}

function isSameProblem(one: Problem, other: Problem): boolean {
  return one.allowed === other.allowed && pathText(one.path) === pathText(other.path);
}

/**
 * Fields and settings as values, and all that is wrong with them.
 *
 * @param taken those that are defaults: what is wrong with one is reported where it stands
 */
function validatedData(
  kind: Kind,
  data: object,
  taken: ReadonlyMap<string, DefaultField>,
): { readonly props: Fields; readonly problems: readonly Problem[] } {
  const { values: props, problems: unusable } = definitionValues(data, kind.fields);
  const problems = problemsOfProps(kind, props, unusable);
  return { props, problems: problems.filter(({ path: [field] }) => taken.get(String(field))?.isWrong !== true) };
}

const NO_FIELDS = "allowed: the fields of a definition, kind among them, or a list of definitions";
const A_SCHEMA = "the path of a JSON Schema, as text";

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

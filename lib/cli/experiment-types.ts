import { experiment } from "../api/experiment-schema";
import { sha256 } from "../entity/sha256";
import { isOpenStatus } from "../list/inventory";
import type { Request } from "../protocol/request-file";
import { placeText } from "../text/names";
import { inWords } from "../text/words";
import { type Group, groupedBy } from "../value/grouped";
import { type Fields, holdsOpaque, isFields, isList, listAt, Opaque, type Value } from "../value/value";
import { CommandError } from "./io";
import type { SynthesisedStack } from "./stacks";
import { camelCase, KEYWORDS, nameWords } from "./typescript";

/** What an application needs of an experiment. */
export interface ExperimentDefinition {
  /** The name in code. */
  readonly name: string;
  readonly id: string;
  readonly layerID: string | null;
  /** Undefined where they are known only at deploy time. */
  readonly parameters: ObjectSchema | undefined;
  /** The values of the control group, as far as they are known before the deploy. */
  readonly defaults: Fields;
  /** The status in which it has ended; undefined where a stack declares it as running or in set-up. */
  readonly ended?: string;
}

/** A definition without its name, as one stack declares it. */
interface Declared extends Omit<ExperimentDefinition, "name"> {
  readonly stack: string;
}

/**
 * Finds what an application needs of the experiments of some stacks, in the order of their ids.
 *
 * @returns notes name what is left out
 * @throws CommandError when two stacks declare an experiment differently
 */
export function definitionsOf(stacks: readonly SynthesisedStack[]): {
  readonly definitions: readonly ExperimentDefinition[];
  readonly notes: readonly string[];
} {
  const read = stacks.flatMap(({ name, requests }) =>
    requests.filter(({ kind }) => kind === experiment.name).map((request) => definitionOf(request, name)),
  );
  const declared = groupedBy(
    read.filter((each) => typeof each !== "string"),
    ({ id }) => id,
  );
  const problems = [...declared.values()].flatMap(disagreements);
  if (problems.length > 0) {
    throw new CommandError(
      "the declared experiments do not make one definition each",
      "make them agree, or name the stacks of one environment",
      problems,
      "types",
    );
  }
  const leftOut = read.filter((each) => typeof each === "string");
  return { definitions: definitionsWithNames(declared), notes: [...leftOut, ...notesOnTwins([...declared.keys()])] };
}

/** What an application needs of one experiment; a note where its id is known only at deploy time. */
function definitionOf(request: Request, stack: string): Declared | string {
  const { fields } = request;
  const { id, layerID = null, status } = fields;
  if (typeof id !== "string") return `left out ${placeText(request)}: its id is known only at deploy time`;
  if (typeof layerID !== "string" && layerID !== null)
    return `left out ${placeText(request)}: its layerID is known only at deploy time`;
  const ended = typeof status === "string" && !isOpenStatus(fields) ? status : undefined;
  return { id, layerID, ...parametersOf(fields), ended, stack };
}

/** What is wrong where stacks declare one experiment. */
function disagreements([first, ...others]: Group<Declared>): string[] {
  return others
    .filter((other) => contentOf(first) !== contentOf(other))
    .map(
      ({ id, stack }) =>
        `the stacks ${first.stack} and ${stack} declare ${id} with other parameters, defaults or layers`,
    );
}

/**
 * Definitions in the order of their ids, with their names in code.
 *
 * @param declared by their ids, those of all stacks: an experiment has ended where all of them say so
 */
function definitionsWithNames(declared: ReadonlyMap<string, readonly Declared[]>): ExperimentDefinition[] {
  const names = namesOf([...declared.keys()]);
  const sorted = [...declared].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.flatMap(([id, [first, ...others]]) => {
    if (first === undefined) return [];
    const { layerID, parameters, defaults } = first;
    const hasEnded = others.every(({ ended }) => ended !== undefined);
    const name = names.get(id) ?? id;
    return [{ name, id, layerID, parameters, defaults, ended: hasEnded ? first.ended : undefined }];
  });
}

/**
 * The names of experiments in code, by their ids. Each of several ids that make one name gets a part of its own digest, and
 * none gets the plain name: code that used it must not come to mean another experiment.
 */
function namesOf(ids: readonly string[]): ReadonlyMap<string, string> {
  const alike = groupedBy(ids, nameFor);
  // no id makes a name with this sign inside
  const nameIn = (id: string) => (isAlone(alike, id) ? nameFor(id) : `${nameFor(id)}_${sha256(id).slice(0, 8)}`);
  return new Map(ids.map((id) => [id, nameIn(id)]));
}

function isAlone(alike: ReadonlyMap<string, readonly string[]>, id: string): boolean {
  return alike.get(nameFor(id))?.length === 1;
}

function notesOnTwins(ids: readonly string[]): string[] {
  const names = namesOf(ids);
  return [...groupedBy(ids, nameFor)]
    .filter(([, { length }]) => length > 1)
    .map(([name, twins]) => {
      const given = twins.map((id) => `${names.get(id)} (${id})`).sort();
      return `no constant is named ${name}, which ${twins.length} ids make: they are ${inWords(given)}`;
    });
}

function contentOf({ layerID, parameters, defaults }: Declared): string {
  return JSON.stringify([layerID, parameters, defaults]);
}

function parametersOf(fields: Fields): Pick<ExperimentDefinition, "parameters" | "defaults"> {
  const { groups, controlGroupID } = fields;
  const list = listAt(fields, "groups");
  const values = list.map((group) => (isFields(group) ? (group.parameterValues ?? {}) : group));
  const ids = list.map((group) => (isFields(group) ? group.id : group));
  const control = controlGroupID === undefined ? 0 : ids.indexOf(controlGroupID);
  // the group whose id only the deploy knows may be the control
  const isOpen = control < 0 && [controlGroupID, ...ids].some((id) => id instanceof Opaque);
  const given = isOpen ? undefined : values[Math.max(0, control)];
  const known = isFields(given) ? Object.entries(given).filter(([, value]) => !holdsOpaque(value)) : [];
  const defaults = Object.fromEntries(known);
  if ((groups !== undefined && !isList(groups)) || !values.every(isFields)) return { parameters: undefined, defaults };
  const parameters = schemaOfObjects(values);
  // a default that only the deploy knows cannot be written
  const required = parameters.required.filter((name) => Object.hasOwn(defaults, name));
  return { parameters: { ...parameters, required }, defaults };
}

/** Names that a module cannot give to what it exports, or should not. */
const TAKEN = [...KEYWORDS, "exports", "module", "require", "then"];

/** The name of an experiment in code: its id in camel case. */
function nameFor(id: string): string {
  const name = camelCase(nameWords(id));
  return name === "" || /^\d/.test(name) || TAKEN.includes(name) ? `_${name}` : name;
}

/** The JSON Schema of some values together; of what only the deploy knows, and of no value, nothing is said. */
export interface ValueSchema {
  readonly type?: "string" | "number" | "boolean" | "null" | "array" | "object";
  readonly items?: ValueSchema;
  readonly anyOf?: readonly ValueSchema[];
}

/** The JSON Schema of objects, with their fields in the order of their names. */
export interface ObjectSchema extends ValueSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, ValueSchema>>;
  /** Those that all of the objects have. */
  readonly required: readonly string[];
}

function schemaOfValues(values: readonly Value[]): ValueSchema {
  if (values.some((each) => holdsOpaque(each))) return {};
  const lists = values.filter(isList);
  const objects = values.filter(isFields);
  const scalars = (["string", "number", "boolean"] as const).filter((type) =>
    values.some((each) => typeof each === type),
  );
  const schemas: ValueSchema[] = [
    ...scalars.map((type) => ({ type })),
    ...(values.includes(null) ? [{ type: "null" } as const] : []),
    ...(lists.length > 0 ? [{ type: "array", items: schemaOfValues(lists.flat()) } as const] : []),
    ...(objects.length > 0 ? [schemaOfObjects(objects)] : []),
  ];
  return schemas.length > 1 ? { anyOf: schemas } : (schemas[0] ?? {});
}

function schemaOfObjects(objects: readonly Fields[]): ObjectSchema {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].sort();
  const having = (name: string) => objects.filter((object) => Object.hasOwn(object, name));
  return {
    type: "object",
    // fromEntries defines own properties, so that a key "__proto__" stays a key
    properties: Object.fromEntries(
      names.map((name) => [name, schemaOfValues(having(name).map((object) => object[name] ?? null))]),
    ),
    required: names.filter((name) => having(name).length === objects.length),
  };
}

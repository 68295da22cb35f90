import { experiment } from "../../api/experiment-schema";
import { isOpenStatus } from "../../list/layers";
import type { Request } from "../../protocol/request-file";
import { placeText } from "../../text/title";
import { groupedBy } from "../../value/grouped";
import { type Fields, holdsOpaque, isFields, isList, listAt, Opaque, type Value } from "../../value/value";
import { CommandError } from "../io";
import type { SynthesisedStack } from "../stacks";
import { camelCase, firstFree, KEYWORDS, nameWords } from "../typescript";

/** What an application needs of an experiment. */
export interface ExperimentDefinition {
  /** The name in code. */
  readonly name: string;
  readonly id: string;
  readonly layerID: string | null;
  /** Undefined where only the deploy knows which there are. */
  readonly parameters: FieldTypes | undefined;
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
 * @returns remarks name what is left out
 * @throws CommandError when two stacks declare an experiment differently
 */
export function definitionsOf(stacks: readonly SynthesisedStack[]): {
  readonly definitions: readonly ExperimentDefinition[];
  readonly remarks: readonly string[];
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
    );
  }
  return { definitions: withNames(declared), remarks: read.filter((each) => typeof each === "string") };
}

/** What an application needs of one experiment; a remark where only the deploy knows which it is. */
function definitionOf(request: Request, stack: string): Declared | string {
  const { fields } = request;
  const { id, layerID = null, status } = fields;
  if (typeof id !== "string") return `left out ${placeText(request)}: only the deploy knows its id`;
  if (typeof layerID !== "string" && layerID !== null)
    return `left out ${placeText(request)}: only the deploy knows its layerID`;
  const ended = typeof status === "string" && !isOpenStatus(fields) ? status : undefined;
  return { id, layerID, ...parametersOf(fields), ended, stack };
}

/** What is wrong where stacks declare one experiment. */
function disagreements([first, ...others]: readonly Declared[]): string[] {
  return others
    .filter((other) => first !== undefined && contentOf(first) !== contentOf(other))
    .map(
      ({ id, stack }) =>
        `the stacks ${first?.stack} and ${stack} declare ${id} with other parameters, defaults or layers`,
    );
}

/**
 * Definitions in the order of their ids, with their names in code: ids that make one name are told apart by a number.
 *
 * @param declared by their ids, those of all stacks: an experiment has ended where all of them say so
 */
function withNames(declared: ReadonlyMap<string, readonly Declared[]>): ExperimentDefinition[] {
  const taken = new Set<string>();
  const sorted = [...declared].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.flatMap(([id, [first, ...others]]) => {
    if (first === undefined) return [];
    // no id makes a name with this sign inside
    const name = firstFree([nameFor(id)], "_", (each) => !taken.has(each));
    taken.add(name);
    const { layerID, parameters, defaults } = first;
    const hasEnded = others.every(({ ended }) => ended !== undefined);
    return [{ name, id, layerID, parameters, defaults, ended: hasEnded ? first.ended : undefined }];
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
  const parameters = typeOfFields(values).map((each) => ({
    ...each,
    // a default that only the deploy knows cannot be written
    isOptional: each.isOptional || !Object.hasOwn(defaults, each.name),
  }));
  return { parameters, defaults };
}

/** Names that a module cannot give to what it exports, or should not. */
const TAKEN = [...KEYWORDS, "exports", "module", "require", "then"];

/** The name of an experiment in code: its id in camel case. */
function nameFor(id: string): string {
  const name = camelCase(nameWords(id));
  return name === "" || /^\d/.test(name) || TAKEN.includes(name) ? `_${name}` : name;
}

/** The type that some values have together. */
export interface ValueType {
  /** Whether only the deploy knows one of them: nothing is said of the others then. */
  readonly isUnknown: boolean;
  /** Of those without parts: in this order. */
  readonly scalars: readonly ("string" | "number" | "boolean" | "null")[];
  /** The type of the elements, where some are lists. */
  readonly elements?: ValueType;
  /** The types of the fields, where some are objects. */
  readonly fields?: FieldTypes;
}

/** The type of what only the deploy knows. */
export const UNKNOWN_TYPE: ValueType = { isUnknown: true, scalars: [] };

/** The fields of objects, in the order of their names. */
export type FieldTypes = readonly FieldType[];

/** A field of objects. */
export interface FieldType {
  readonly name: string;
  readonly type: ValueType;
  /** Whether one of the objects lacks it. */
  readonly isOptional: boolean;
}

/** The type that values have together. */
function typeOfValues(values: readonly Value[]): ValueType {
  if (values.some(holdsOpaque)) return UNKNOWN_TYPE;
  const lists = values.filter((value) => Array.isArray(value)) as (readonly Value[])[];
  const objects = values.filter(isFields);
  const scalars = (["string", "number", "boolean"] as const).filter((type) =>
    values.some((each) => typeof each === type),
  );
  return {
    isUnknown: false,
    scalars: values.includes(null) ? [...scalars, "null"] : scalars,
    ...(lists.length > 0 && { elements: typeOfValues(lists.flat()) }),
    ...(objects.length > 0 && { fields: typeOfFields(objects) }),
  };
}

/** The fields that objects have together. */
function typeOfFields(objects: readonly Fields[]): FieldTypes {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].sort();
  return names.map((name) => {
    const having = objects.filter((object) => Object.hasOwn(object, name));
    return {
      name,
      type: typeOfValues(having.map((object) => object[name] ?? null)),
      isOptional: having.length < objects.length,
    };
  });
}

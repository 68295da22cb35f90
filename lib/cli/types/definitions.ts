import { quoted } from "../../api/escape-invisible";
import { Deferred, type Fields, holdsDeferred, type Json } from "../../entity/deferred-value";
import { camelCase, KEYWORDS, nameWords } from "../adopt/names";
import { CommandError } from "../command-errors";
import type { SynthesisedStack } from "../stacks";
import { type FieldTypes, isFields, typeOfFields } from "./parameter-type";

/** What an application needs of an experiment. */
export interface ExperimentDefinition {
  /** The name in code. */
  readonly name: string;
  readonly id: string;
  readonly layerID: string | null;
  /** Undefined where only the deploy knows which there are. */
  readonly parameters: FieldTypes | undefined;
  /** The values of the control group, as far as they are known before the deploy. */
  readonly defaults: Readonly<Record<string, Json>>;
}

/**
 * Finds what an application needs of the experiments of some stacks, in the order of their ids.
 *
 * @returns remarks name what is left out
 * @throws CommandError when two stacks declare an experiment differently, or two ids make one name
 */
export function definitionsOf(stacks: readonly SynthesisedStack[]): {
  readonly definitions: readonly ExperimentDefinition[];
  readonly remarks: readonly string[];
} {
  const found = new Map<string, ExperimentDefinition & { readonly stack: string }>();
  const remarks: string[] = [];
  const problems: string[] = [];
  for (const { name: stack, requests } of stacks) {
    for (const { kind, construct, fields } of requests) {
      if (kind !== "experiment") continue;
      const { id, layerID = null } = fields;
      if (typeof id !== "string" || (typeof layerID !== "string" && layerID !== null)) {
        remarks.push(`left out ${construct}: only the deploy knows its ${typeof id === "string" ? "layerID" : "id"}`);
        continue;
      }
      const definition = { name: nameFor(id), id, layerID, ...parametersOf(fields), stack };
      const other = found.get(id);
      if (other === undefined) found.set(id, definition);
      else if (contentOf(other) !== contentOf(definition))
        problems.push(`the stacks ${other.stack} and ${stack} declare ${id} with other parameters, defaults or layers`);
    }
  }
  const definitions = [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const byName = new Map<string, string>();
  for (const { name, id } of definitions) {
    const other = byName.get(name);
    if (other !== undefined) problems.push(`the ids ${quoted(other)} and ${quoted(id)} both make the name ${name}`);
    byName.set(name, id);
  }
  if (problems.length === 0) return { definitions, remarks };
  throw new CommandError(
    "the declared experiments do not make one definition each",
    "make them agree, or name the stacks of one environment",
    problems,
  );
}

function contentOf({ layerID, parameters, defaults }: ExperimentDefinition): string {
  return JSON.stringify([layerID, parameters, defaults]);
}

function parametersOf({ groups, controlGroupID }: Fields): Pick<ExperimentDefinition, "parameters" | "defaults"> {
  const list = Array.isArray(groups) ? (groups as readonly Json[]) : [];
  const values = list.map((group) => (isFields(group) ? (group.parameterValues ?? {}) : group));
  const ids = list.map((group) => (isFields(group) ? group.id : group));
  const control = controlGroupID === undefined ? 0 : ids.indexOf(controlGroupID);
  // the group whose id only the deploy knows may be the control
  const isOpen = control < 0 && [controlGroupID, ...ids].some((id) => id instanceof Deferred);
  const given = isOpen ? undefined : values[Math.max(0, control)];
  const known = isFields(given) ? Object.entries(given).filter(([, value]) => !holdsDeferred(value)) : [];
  const defaults = Object.fromEntries(known);
  if ((groups !== undefined && !Array.isArray(groups)) || !values.every(isFields)) {
    return { parameters: undefined, defaults };
  }
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

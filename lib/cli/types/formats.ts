import { jsonLines } from "../../text/visible";
import type { Fields } from "../../value/value";
import { literalOf, propertyName } from "../typescript";
import type { ExperimentDefinition, ObjectSchema, ValueSchema } from "./experiment-types";

const HEAD = `// Written by \`cdktf-experimentation types\`. Do not edit.
export interface ExperimentDefinition<Parameters> { readonly id: string; readonly layerID: string | null; readonly defaults: Parameters }
`;

/** A TypeScript module that exports a constant for each experiment. */
export function typescriptOf(definitions: readonly ExperimentDefinition[]): string {
  return [HEAD, ...definitions.map(constantOf)].join("\n");
}

function constantOf({ name, id, layerID, parameters, defaults, ended }: ExperimentDefinition): string {
  const type = parameters === undefined ? "{ [name: string]: unknown }" : fieldsText(parameters);
  const comment = ended === undefined ? "" : `/** @deprecated The experiment has ended: ${ended}. */\n`;
  return `${comment}export const ${name}: ExperimentDefinition<${type}> = ${literalOf({ id, layerID, defaults })};\n`;
}

function fieldsText({ properties, required }: ObjectSchema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    if (required.includes(name)) return `${propertyName(name)}: ${typeText(schema)}`;
    // without a `toString` of its own, an object has one all the same, of another type than that of the parameter
    return `${propertyName(name)}?: ${name in Object.prototype ? "unknown" : typeText(schema)}`;
  });
  return fields.length === 0 ? "Record<string, never>" : `{ ${fields.join("; ")} }`;
}

function typeText(schema: ValueSchema): string {
  const { type = "unknown", items = {}, anyOf } = schema;
  if (anyOf !== undefined) return anyOf.map(typeText).join(" | ");
  if (type === "object") return fieldsText(schema as ObjectSchema);
  if (type !== "array") return type;
  const element = typeText(items);
  return `${/^\w+$/.test(element) ? element : `(${element})`}[]`;
}

/** The definitions as JSON, with a JSON Schema of the parameters of each, for generators of other languages. */
export function typesJson(definitions: readonly ExperimentDefinition[]): string {
  const experiments = definitions.map(({ name, id, layerID, parameters, defaults, ended }) => ({
    ...{ name, id, layerID, ended },
    parameters: withDefaults(parameters ?? anyOfDefaults(defaults), defaults),
  }));
  return jsonLines({ experiments });
}

function anyOfDefaults(defaults: Fields): ObjectSchema {
  const properties = Object.fromEntries(Object.keys(defaults).map((name) => [name, {}]));
  return { type: "object", properties, required: [] };
}

function withDefaults({ type, properties, required }: ObjectSchema, defaults: Fields): object {
  const entries = Object.entries(properties).map(([name, schema]) => [
    name,
    Object.hasOwn(defaults, name) ? { ...schema, default: defaults[name] } : schema,
  ]);
  return { type, properties: Object.fromEntries(entries) as object, required };
}

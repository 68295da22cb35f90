import { jsonLines } from "../../text/visible";
import { literalOf, propertyName } from "../typescript";
import {
  type ExperimentDefinition,
  type FieldType,
  type FieldTypes,
  UNKNOWN_TYPE,
  type ValueType,
} from "./experiment-types";

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

function fieldsText(fields: FieldTypes): string {
  if (fields.length === 0) return "Record<string, never>";
  return `{ ${fields.map((field) => `${propertyName(field.name)}${field.isOptional ? "?" : ""}: ${fieldType(field)}`).join("; ")} }`;
}

/** Without a `toString` of its own, an object has one all the same, of another type than that of the parameter. */
function fieldType({ name, isOptional, type }: FieldType): string {
  return isOptional && name in Object.prototype ? "unknown" : typeText(type);
}

function typeText({ isUnknown, scalars, elements, fields }: ValueType): string {
  if (isUnknown) return "unknown";
  const types = [
    ...scalars,
    ...(elements === undefined ? [] : [arrayType(typeText(elements))]),
    ...(fields === undefined ? [] : [fieldsText(fields)]),
  ];
  // the elements of lists that are all empty
  return types.length === 0 ? "unknown" : types.join(" | ");
}

function arrayType(element: string): string {
  return `${/^\w+$/.test(element) ? element : `(${element})`}[]`;
}

/** The definitions as JSON, with a JSON Schema of the parameters of each, for generators of other languages. */
export function typesJson(definitions: readonly ExperimentDefinition[]): string {
  const experiments = definitions.map(({ name, id, layerID, parameters, defaults, ended }) => ({
    name,
    id,
    layerID,
    ended,
    parameters: objectSchema(
      parameters ?? Object.keys(defaults).map((field) => ({ name: field, type: UNKNOWN_TYPE, isOptional: true })),
      defaults,
    ),
  }));
  return jsonLines({ experiments });
}

function objectSchema(fields: FieldTypes, defaults: Readonly<Record<string, unknown>> = {}): object {
  const properties = fields.map(({ name, type }) => [
    name,
    { ...jsonSchemaOf(type), ...(Object.hasOwn(defaults, name) && { default: defaults[name] }) },
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(properties) as object,
    required: fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
  };
}

function jsonSchemaOf({ isUnknown, scalars, elements, fields }: ValueType): object {
  if (isUnknown) return {};
  const schemas = [
    ...scalars.map((type) => ({ type })),
    ...(elements === undefined ? [] : [{ type: "array", items: jsonSchemaOf(elements) }]),
    ...(fields === undefined ? [] : [objectSchema(fields)]),
  ];
  const [only = {}, ...others] = schemas;
  return others.length === 0 ? only : { anyOf: schemas };
}

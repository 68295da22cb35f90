import { jsonLines } from "../../api/escape-invisible";
import type { ExperimentDefinition } from "./definitions";
import { type FieldTypes, UNKNOWN_TYPE, type ValueType } from "./parameter-type";

/** The definitions as JSON, with a JSON Schema of the parameters of each, for generators of other languages. */
export function typesJson(definitions: readonly ExperimentDefinition[]): string {
  const experiments = definitions.map(({ name, id, layerID, parameters, defaults }) => ({
    name,
    id,
    layerID,
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

function jsonSchemaOf({ isUnknown, plain, elements, fields }: ValueType): object {
  if (isUnknown) return {};
  const schemas = [
    ...plain.map((type) => ({ type })),
    ...(elements === undefined ? [] : [{ type: "array", items: jsonSchemaOf(elements) }]),
    ...(fields === undefined ? [] : [objectSchema(fields)]),
  ];
  const [only = {}, ...others] = schemas;
  return others.length === 0 ? only : { anyOf: schemas };
}

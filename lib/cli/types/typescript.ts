import { quoted } from "../../api/escape-invisible";
import type { Json } from "../../entity/fields";
import type { ExperimentDefinition } from "./definitions";
import { type FieldTypes, isFields, type ValueType } from "./parameter-type";

const HEAD = `// Written by \`cdktf-experimentation types\`. Do not edit.
export interface ExperimentDefinition<Parameters> { readonly id: string; readonly layerID: string | null; readonly defaults: Parameters }
`;

/** A TypeScript module that exports a constant for each experiment. */
export function typescriptOf(definitions: readonly ExperimentDefinition[]): string {
  return [HEAD, ...definitions.map(constantOf)].join("\n");
}

function constantOf({ name, id, layerID, parameters, defaults }: ExperimentDefinition): string {
  const type = parameters === undefined ? "{ [name: string]: unknown }" : fieldsText(parameters);
  const value = `{ id: ${quoted(id)}, layerID: ${valueLiteral(layerID)}, defaults: ${valueLiteral(defaults)} }`;
  return `export const ${name}: ExperimentDefinition<${type}> = ${value};\n`;
}

function fieldsText(fields: FieldTypes): string {
  if (fields.length === 0) return "Record<string, never>";
  return `{ ${fields.map(({ name, isOptional, type }) => `${keyText(name)}${isOptional ? "?" : ""}: ${typeText(type)}`).join("; ")} }`;
}

function typeText({ isUnknown, plain, elements, fields }: ValueType): string {
  if (isUnknown) return "unknown";
  const types = [
    ...plain,
    ...(elements === undefined ? [] : [arrayType(typeText(elements))]),
    ...(fields === undefined ? [] : [fieldsText(fields)]),
  ];
  // the elements of lists that are all empty
  return types.length === 0 ? "unknown" : types.join(" | ");
}

function arrayType(element: string): string {
  return `${/^\w+$/.test(element) ? element : `(${element})`}[]`;
}

function valueLiteral(value: Json): string {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map((element) => valueLiteral(element as Json)).join(", ")}]`;
  if (!isFields(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, inner]) => {
    // in a literal, a plain one would set the prototype
    return `${key === "__proto__" ? '["__proto__"]' : keyText(key)}: ${valueLiteral(inner)}`;
  });
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

import { literalOf, propertyName } from "../adopt/literal";
import type { ExperimentDefinition } from "./definitions";
import type { FieldType, FieldTypes, ValueType } from "./parameter-type";

const HEAD = `// Written by \`cdktf-experimentation types\`. Do not edit.
export interface ExperimentDefinition<Parameters> { readonly id: string; readonly layerID: string | null; readonly defaults: Parameters }
`;

/** A TypeScript module that exports a constant for each experiment. */
export function typescriptOf(definitions: readonly ExperimentDefinition[]): string {
  return [HEAD, ...definitions.map(constantOf)].join("\n");
}

function constantOf({ name, id, layerID, parameters, defaults }: ExperimentDefinition): string {
  const type = parameters === undefined ? "{ [name: string]: unknown }" : fieldsText(parameters);
  return `export const ${name}: ExperimentDefinition<${type}> = ${literalOf({ id, layerID, defaults })};\n`;
}

function fieldsText(fields: FieldTypes): string {
  if (fields.length === 0) return "Record<string, never>";
  return `{ ${fields.map((field) => `${propertyName(field.name)}${field.isOptional ? "?" : ""}: ${fieldType(field)}`).join("; ")} }`;
}

/** Without a `toString` of its own, an object has one all the same, of another type than that of the parameter. */
function fieldType({ name, isOptional, type }: FieldType): string {
  return isOptional && name in Object.prototype ? "unknown" : typeText(type);
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

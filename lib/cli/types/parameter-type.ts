import { type Fields, holdsOpaque, isFields, type Value } from "../../value/value";

/** The type that some values have together. */
export interface ValueType {
  /** Whether only the deploy knows one of them: nothing is said of the others then. */
  readonly isUnknown: boolean;
  /** Of those without parts: in this order. */
  readonly plain: readonly ("string" | "number" | "boolean" | "null")[];
  /** The type of the elements, where some are lists. */
  readonly elements?: ValueType;
  /** The types of the fields, where some are objects. */
  readonly fields?: FieldTypes;
}

/** The type of what only the deploy knows. */
export const UNKNOWN_TYPE: ValueType = { isUnknown: true, plain: [] };

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
  const plain = (["string", "number", "boolean"] as const).filter((type) =>
    values.some((each) => typeof each === type),
  );
  return {
    isUnknown: false,
    plain: values.includes(null) ? [...plain, "null"] : plain,
    ...(lists.length > 0 && { elements: typeOfValues(lists.flat()) }),
    ...(objects.length > 0 && { fields: typeOfFields(objects) }),
  };
}

/** The fields that objects have together. */
export function typeOfFields(objects: readonly Fields[]): FieldTypes {
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

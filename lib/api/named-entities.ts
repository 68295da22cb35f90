import { isFields } from "../value/value";
import type { NamingField, Resource } from "./resource";

/** A name that a field has for an entity of another kind. */
interface EntityNamed extends Pick<NamingField, "kinds"> {
  readonly name: string;
}

/** The entities of other kinds that these fields name, as far as the names are known. */
export function entitiesNamedIn({ names = [] }: Resource, fields: Readonly<Record<string, unknown>>): EntityNamed[] {
  return names.flatMap(({ field, element, kinds }) => {
    const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
    const found = element === undefined ? [value] : objectsIn(value).map((each) => each[element]);
    return found.filter((name) => typeof name === "string").map((name) => ({ name, kinds }));
  });
}

function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

import * as yaml from "yaml";
import { freeTexts } from "../api/free-objects";
import { pathText } from "../text/names";
import { isFields, type Path } from "../value/value";
import { kindMeant } from "./definition-kind";
import { ENVIRONMENTS } from "./environments";
import type { Definition } from "./yaml-definitions";

/**
 * What definitions have in free objects, such as `parameterValues`, as text that YAML 1.1 reads as a boolean or a number, as many
 * other tools do: `enabled: no` would be the text "no", which is true to an application. A field with a type of its own refuses it.
 */
export function readOtherwise(definitions: readonly Definition[]) {
  return definitions.flatMap((definition) =>
    freeTextsOf(definition).flatMap((path) => {
      const plain = definition.plainTextAt(path);
      const other = olderReading(plain);
      const text = `${pathText(path)}: "${plain}" is text; write ${other}, or, where text is meant, put it in quotes`;
      return other === undefined ? [] : [{ ...definition.placeAt(path), text }];
    }),
  );
}

/** What YAML 1.1 reads where YAML 1.2 reads text; undefined where that is text, a time or a single letter, too. */
function olderReading(plain: string | undefined): boolean | number | undefined {
  if (plain === undefined || plain.length < 2 || plain.includes(":")) return undefined;
  const read: unknown = yaml.parse(plain, { version: "1.1", logLevel: "silent" });
  return typeof read === "boolean" || typeof read === "number" ? read : undefined;
}

/** Where the texts of a definition's free objects are, also in its environments. */
function freeTextsOf({ value }: Definition): Path[] {
  if (!isFields(value)) return [];
  const fields = kindMeant(String(value.kind))?.fields;
  const { [ENVIRONMENTS]: environments } = value;
  const variants = isFields(environments) ? Object.entries(environments) : [];
  return [
    ...freeTexts(fields, value),
    ...variants.flatMap(([name, variant]) => freeTexts(fields, variant, [ENVIRONMENTS, name])),
  ];
}

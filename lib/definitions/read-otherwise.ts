import * as yaml from "yaml";
import { freeTexts } from "../api/free-objects";
import { valueAt } from "../api/problems";
import { pathText } from "../text/names";
import { isFields, type Path } from "../value/value";
import { kindMeant } from "./definition-kind";
import { ENVIRONMENTS } from "./environments";
import type { Definition } from "./yaml-definitions";

/**
 * What definitions have in free objects, such as `parameterValues`, that is sent as it stands, though something else is likely
 * meant. A field with a type of its own refuses it.
 */
export function readOtherwise(definitions: readonly Definition[]) {
  return definitions.flatMap((definition) =>
    freeTextsOf(definition).flatMap((path) => {
      const text = ofOlderYaml(definition, path) ?? noSecret(definition, path);
      return text === undefined ? [] : [{ ...definition.placeAt(path), text }];
    }),
  );
}

/** `enabled: no`, which many other tools read as false, is the text "no", which is true to an application. */
function ofOlderYaml({ plainTextAt }: Definition, path: Path): string | undefined {
  const plain = plainTextAt(path);
  const other = olderReading(plain);
  if (other === undefined) return undefined;
  return `${pathText(path)}: "${plain}" is text; write ${other}, or, where text is meant, put it in quotes`;
}

/** `{ fromEnvironment: NAME }`, which is a secret in the place of a text field. */
function noSecret({ value }: Definition, path: Path): string | undefined {
  const object = path.slice(0, -1);
  if (path.at(-1) !== "fromEnvironment" || Object.keys(Object(valueAt(value, object))).length !== 1) return undefined;
  return `${pathText(object)}: { fromEnvironment: … } is no secret here, and is sent as it stands; write the value, which applications will see`;
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

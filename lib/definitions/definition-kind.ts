import { constructNameOf, type Kind } from "../api/kind";
import { kinds } from "../api/kinds";
import { problemText } from "../api/problems";
import { settings } from "../declare/settings";
import { inWords } from "../text/words";
import type { Fields } from "../value/value";
import type { Definition } from "./yaml-definitions";

const constructNames = kinds.map(({ name }) => constructNameOf(name));

/**
 * The kind that a definition names.
 *
 * @param data the other fields
 * @returns undefined where it is none, or most likely not the one that was meant, which is reported
 */
export function kindOfDefinition(given: unknown, data: Fields, report: Definition["report"]): Kind | undefined {
  const kind = kinds.find(({ name }) => constructNameOf(name) === given);
  if (kind === undefined) {
    const oneOf = `one of ${constructNames.map((word) => JSON.stringify(word)).join(", ")}`;
    const allowed = given === undefined ? `required; ${oneOf}` : oneOf;
    return report(
      ["kind"],
      problemText({ path: ["kind"], allowed, words: constructNames }, given, typeof given === "object"),
    );
  }
  const meant = kindsMeant(kind, Object.keys(data));
  if (meant.length === 0) return kind;
  const question = `did you mean kind: ${inWords(
    meant.map(({ name }) => constructNameOf(name)),
    "or",
  )}?`;
  return report(["kind"], `kind: ${JSON.stringify(given)}, which has few of these fields; ${question}`);
}

/** The kinds that have all fields of a definition, where the kind that it names has fewer than half of them. */
function kindsMeant(named: Kind, given: readonly string[]): Kind[] {
  const fields = given.filter((field) => field !== "service" && !Object.hasOwn(settings.shape, field));
  const countIn = ({ fields: { shape } }: Kind) => fields.filter((field) => Object.hasOwn(shape, field)).length;
  if (2 * countIn(named) >= fields.length) return [];
  return kinds.filter((each) => countIn(each) === fields.length);
}

import { fieldMeant } from "../api/field-types";
import { constructNameOf, type Kind } from "../api/kind";
import { kinds } from "../api/kinds";
import { problemText } from "../api/problems";
import { settings } from "../declare/settings";
import { mostSimilar } from "../text/did-you-mean";
import { ownCommand } from "../text/shell";
import { inWords } from "../text/words";
import { isFields } from "../value/value";
import { otherKindText } from "./other-kinds";
import type { Definition } from "./yaml-definitions";

const constructNames = kinds.map(({ name }) => constructNameOf(name));
const ONE_OF = `one of ${constructNames.map((word) => JSON.stringify(word)).join(", ")}`;

/** Every field of any kind, and every setting. */
export const knownFields = new Set(
  [settings, ...kinds.map(({ fields }) => fields)].flatMap(({ shape }) => Object.keys(shape)),
);

/** The kind that a word most likely means. */
export function kindMeant(word: string): Kind | undefined {
  const name = otherKindText(word) === undefined ? mostSimilar(word, constructNames) : undefined;
  return kinds.find((kind) => constructNameOf(kind.name) === name);
}

/** What is wrong with a word that is no kind, in words that follow its place. */
export function noKindText(given: unknown): string {
  const other = typeof given === "string" ? otherKindText(given) : undefined;
  const words = other === undefined ? constructNames : [];
  const text = problemText({ path: [], allowed: ONE_OF, words }, given, typeof given === "object");
  return `${text.slice(": ".length)}${other ?? ""}`;
}

/**
 * The kind of a definition: the one that it names. Where it names none, or another than its fields have, that is reported, and
 * it is the one that is most likely meant.
 *
 * @param data the other fields
 */
export function kindOfDefinition(given: unknown, data: object, report: Definition["report"]): Kind | undefined {
  const fields = Object.keys(data).filter((field) => field !== "service" && !Object.hasOwn(settings.shape, field));
  const named = kinds.find(({ name }) => constructNameOf(name) === given);
  if (named === undefined && given !== undefined) {
    report(["kind"], `kind: ${noKindText(given)}`);
    return typeof given === "string" ? kindMeant(given) : undefined;
  }
  if (named === undefined && isResponse(data)) return report(["kind"], RESPONSE);
  const [wrapper = "", ...others] = named === undefined ? fields : [];
  const content = others.length === 0 ? wrappedIn(wrapper, (data as Readonly<Record<string, unknown>>)[wrapper]) : "";
  if (content !== "") return report(["kind"], `kind: required; ${content}`);
  const areDefaults = fields.length > 0 && fields.every((field) => constructNames.includes(field));
  const likely = named === undefined ? kindsWithMost(fields) : kindsBesides(named, fields);
  const meant = areDefaults ? [] : likely;
  if (named !== undefined && meant.length === 0) return named;
  const names = meant.map(({ name }) => constructNameOf(name));
  const question = meant.length === 0 ? "" : `; did you mean kind: ${inWords(names, "or")}?`;
  const required = areDefaults
    ? "required; fields by kind are defaults, in a file _defaults.yaml"
    : `required; ${ONE_OF}`;
  const what = named === undefined ? required : `${JSON.stringify(given)}, which has few of these fields`;
  report(["kind"], `kind: ${what}${question}`);
  return meant.length === 1 ? meant[0] : undefined;
}

const RESPONSE = `kind: missing; this is a response of the service, and no definition: \`${ownCommand("adopt FILE --format yaml")}\` writes definitions of what it has`;

/** Whether an object is what the interface returns: records under data, with a message or the number of a page beside them. */
function isResponse(object: object): boolean {
  const { data, message, pagination } = object as Readonly<Record<string, unknown>>;
  return typeof data === "object" && (message !== undefined || pagination !== undefined);
}

/** What to do with a definition, or several of them, that stand under a key of another tool's; "" where none does. */
function wrappedIn(key: string, content: unknown): string {
  if (constructNames.includes(key)) return "";
  const elements = isFields(content) ? Object.values(content) : Array.isArray(content) ? content : [];
  const areObjects = elements.length > 0 && elements.every(isFields);
  if (key === "resource" && areObjects)
    return "JSON of Terraform's configuration is not read: write its arguments as fields, and kind beside them";
  if (Array.isArray(content) && areObjects && content.every((each) => "kind" in each))
    return `a list of definitions is the whole document, without ${JSON.stringify(key)} above it`;
  const [kind, ...others] = isFields(content) ? kindsWithMost(Object.keys(content)) : [];
  const named = kindMeant(key) ?? (others.length === 0 ? kind : undefined);
  if (named === undefined) return "";
  const write = `kind: ${constructNameOf(named.name)}`;
  if (areObjects && kind === undefined)
    return `in place of ${JSON.stringify(key)}, write a list of what it holds, each with ${write}`;
  return isFields(content)
    ? `in place of ${JSON.stringify(key)}, write ${write}, and beside it the fields that it holds`
    : "";
}

/** The kinds that have all of some fields, where the one that is named has fewer than half of them. */
function kindsBesides(named: Kind, fields: readonly string[]): Kind[] {
  if (2 * countIn(named, fields) >= fields.length) return [];
  return kinds.filter((each) => countIn(each, fields) === fields.length);
}

/** The kind that has most of some fields, where one has more than all others. */
function kindsWithMost(fields: readonly string[]): Kind[] {
  const most = Math.max(...kinds.map((each) => countMeantIn(each, fields)));
  const best = kinds.filter((each) => countMeantIn(each, fields) === most);
  return best.length === 1 && 2 * most >= fields.length ? best : [];
}

function countIn({ fields: { shape } }: Kind, fields: readonly string[]): number {
  return fields.filter((field) => Object.hasOwn(shape, field)).length;
}

/** Those too whose names are nearly these: nothing else says the kind. */
function countMeantIn(kind: Kind, fields: readonly string[]): number {
  const isNear = (field: string) => mostSimilar(field, [fieldMeant(kind.fields, field) ?? ""]) !== undefined;
  return countIn(kind, fields) + fields.filter(isNear).length;
}

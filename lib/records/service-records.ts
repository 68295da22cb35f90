import type { Kind } from "../api/kind";
import { kindNames } from "../api/kind-names";
import { kindOf } from "../api/kinds";
import { serviceDefaults } from "../api/service-settings";
import { fromWire } from "../api/vendor-names";
import { jsonProblemText } from "../text/json-text";
import { labelOf, pathText, titleOf } from "../text/names";
import { terraformText } from "../text/terraform-text";
import { describeKind, inBrief, inWords } from "../text/words";
import { isTooDeep, jsonText, LEVELS, parseJson, roundedNumbers } from "../value/json";
import { type Fields, isFields, mapped } from "../value/value";
import { whyNoRecord } from "./no-record";
import {
  certainKinds,
  lackingIdentity,
  PROMPT,
  possibleKinds,
  type RecordFields,
  recordedEntityKey,
} from "./record-identity";

/** A text that should hold records: a file, or what came from standard input. */
export interface RecordText {
  /** For messages. */
  readonly name: string;
  /** Undefined where it could not be read. */
  readonly text: string | undefined;
  /** Why it could not be read. */
  readonly problem?: string;
  /** Kind of all its records. */
  readonly kind?: string;
}

/** What the person who gives records says about them. */
export interface RecordOptions {
  /** Kind of the records whose fields do not tell it. */
  readonly kind?: string;
  /** Id of the prompt whose versions they are. */
  readonly promptId?: string;
}

/** What the service has of one entity, as far as its records show it. */
export interface ServiceRecord {
  readonly kind: Kind;
  /** In the spelling of the schemas. Of several records about the entity, the later fields count. */
  readonly fields: RecordFields;
  /** Brand that the record shows in `serviceUnitID`. */
  readonly vendor: string;
  /** For messages: `records.json, record 2`. */
  readonly where: string;
}

/** A place where there is no record that can be read. */
export interface UnreadRecord {
  readonly where: string;
  readonly problem: string;
}

/** "records.json, record 3: it is not JSON". */
export function unreadText({ where, problem }: UnreadRecord): string {
  return `${where}: ${problem}`;
}

/** Records of one service. */
export interface ServiceRecords {
  /** One for each entity, in their order. */
  readonly records: readonly ServiceRecord[];
  readonly unread: readonly UnreadRecord[];
  /** Kinds of which the service may have more records than these. */
  readonly partial: ReadonlySet<string>;
  /** How many records there are, readable or not. */
  readonly count: number;
  /** What does not count, as a later record of the entity has another value: `experiment one (allocation in a.json)`. */
  readonly overridden: readonly string[];
}

/**
 * Reads records in every shape in which services show them: a record, a response `{message, data}`, a page, or lists of
 * these. The one place where the vendor's spelling is taken back. What cannot be read hides nothing else.
 */
export function parseRecords(texts: readonly RecordText[], options: RecordOptions = {}): ServiceRecords {
  const unread: UnreadRecord[] = [];
  const found = new Map<string, ServiceRecord>();
  const places: KindPlace[] = [];
  const overridden: string[] = [];
  let count = 0;
  for (const text of texts) {
    const values = valuesIn(text);
    if (typeof values === "string") {
      unread.push({ where: text.name, problem: values });
      count++;
      continue;
    }
    const rounded = roundedNumbers(text.text ?? "");
    for (const [index, { value, kind, at, total, isListed }] of values.entries()) {
      const where = values.length === 1 ? text.name : `${text.name}, record ${index + 1}`;
      const record = unrounded(recordOf(value, { at, kind: text.kind ?? kind }, options), rounded);
      if (typeof record === "string") {
        unread.push({ where, problem: record });
        continue;
      }
      const key = mergeKey(record, count + index);
      const former = found.get(key);
      if (former !== undefined) overridden.push(...overriddenBy(record, former));
      found.set(key, { ...record, fields: { ...former?.fields, ...record.fields }, where: former?.where ?? where });
      places.push({ kind: record.kind.name, total, isListed });
    }
    count += values.length;
  }
  const records = [...found.values()];
  // what could not be read may be of any kind
  const partial = unread.length > 0 ? new Set<string>(kindNames) : partialKinds(records, places);
  return { records, unread, partial, count, overridden };
}

/** What of a record does not count, as a later one of its entity has other values in fields that can be declared. */
function overriddenBy({ kind, fields }: Omit<ServiceRecord, "where">, former: ServiceRecord): string[] {
  const others = Object.keys(fields).filter(
    (field) =>
      Object.hasOwn(kind.fields.shape, field) &&
      Object.hasOwn(former.fields, field) &&
      jsonText(fields[field]) !== jsonText(former.fields[field]),
  );
  const name = kind.identity.flatMap((field) => fields[field] ?? []).join("/");
  return others.length === 0 ? [] : [`${titleOf({ kind: kind.name, name })} (${inWords(others)} in ${former.where})`];
}

/** What records of one entity have in common. Versions of which nothing names the prompt may be of several. */
function mergeKey({ kind, fields }: Omit<ServiceRecord, "where">, place: number): string {
  const isOpen = kind.identity.includes(PROMPT) && fields[PROMPT] === undefined;
  return `${recordedEntityKey(kind, fields)}${isOpen ? place : ""}`;
}

/**
 * The kinds of which pages may be missing, and those of which the only record stands in no list: it may be the response to one
 * call.
 */
function partialKinds(records: readonly ServiceRecord[], places: readonly KindPlace[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { kind } of records) counts.set(kind.name, (counts.get(kind.name) ?? 0) + 1);
  const listed = new Set(places.filter(({ isListed }) => isListed).map(({ kind }) => kind));
  const isPartial = ({ kind, total = 0 }: KindPlace) => {
    const known = counts.get(kind) ?? 0;
    return total > known || (known === 1 && !listed.has(kind));
  };
  return new Set(places.filter(isPartial).map(({ kind }) => kind));
}

/** What stands in a text, or why nothing does. */
function valuesIn({ text, problem }: RecordText) {
  if (text === undefined) return problem ?? "it cannot be read";
  const json = parseJson(text);
  if (json === undefined) {
    const other = terraformText(text);
    return other === undefined ? jsonProblemText(text) : `it is ${other}, and no record`;
  }
  if (isTooDeep(json)) return `it has more than ${LEVELS} levels, one in another; no record needs so many`;
  return [...recordsIn(json)];
}

/**
 * The record that a value is, or why it is none.
 *
 * @param place where it stands, and the kind that stands beside it
 */
function recordOf(
  value: unknown,
  { at, kind: kindName }: Pick<PlaceInText, "at" | "kind">,
  options: RecordOptions,
): Omit<ServiceRecord, "where"> | string {
  if (!isFields(value)) return `it is not a record but ${describeKind(value)}`;
  const stated = kindOf(kindName ?? "");
  const certain = stated === undefined ? certainKinds(value) : [stated];
  const kind = certain.length === 1 ? certain[0] : kindOf(options.kind ?? "");
  if (kind === undefined) return whyNoRecord(value, at) ?? unclearKind(value, certain);
  const vendor = vendorOf(value);
  const own = fromWire(value, vendor) as RecordFields;
  const fields = kind.identity.includes(PROMPT) ? { [PROMPT]: options.promptId, ...own } : own;
  const lacking = lackingIdentity(kind, fields).filter((field) => field !== PROMPT);
  if (lacking.length > 0) return whyNoRecord(value, at) ?? `the ${labelOf(kind.name)} lacks ${lacking.join(", ")}`;
  return { kind, fields, vendor };
}

/** A record, or which of the fields that can be declared is a number that nothing here can hold. */
function unrounded<Read extends Omit<ServiceRecord, "where">>(
  record: Read | string,
  rounded: ReadonlyMap<unknown, string>,
): Read | string {
  if (typeof record === "string" || rounded.size === 0) return record;
  const { kind, fields } = record;
  const declarable = Object.entries(fields).filter(([name]) => Object.hasOwn(kind.fields.shape, name));
  const found: string[] = [];
  mapped(Object.fromEntries(declarable) as Fields, (leaf, path) => {
    if (rounded.has(leaf)) found.push(`${pathText(path)} is ${rounded.get(leaf)}`);
  });
  return found.length === 0
    ? record
    : `${inBrief(found)}, and a whole number of so many digits would be rounded; make it text in the service`;
}

function unclearKind(fields: RecordFields, certain: readonly Kind[]): string {
  const possible = (certain.length > 0 ? certain : possibleKinds(fields)).map(({ name }) => name);
  const what = certain.length > 0 ? "fit several kinds" : "do not tell its kind";
  if (possible.length === 0) return "it is no record: it has what tells an entity of no kind; take it out";
  const orNone = certain.length > 0 ? "" : ", or take it out if it is of none";
  return `its fields ${what}; give --kind, one of ${possible.join(", ")}${orNone}`;
}

/** The brand in `serviceUnitID`, read from the mapping that carries it. */
function vendorOf({ idTypeMapping }: RecordFields): string {
  const keys = Array.isArray(idTypeMapping) ? idTypeMapping.flatMap((entry: unknown) => Object.keys(entry ?? {})) : [];
  const brand = keys.map((key) => /^([A-Za-z][A-Za-z0-9]*)UnitID$/.exec(key)?.[1]).find((found) => found !== undefined);
  return brand ?? serviceDefaults.vendor;
}

/** Where a value stands that should be a record. */
interface PlaceInText {
  /** As jq writes it: ".data", ".[]". */
  readonly at: string;
  /** Kind that stands beside it, as in the emulator's listing; undefined when none does. */
  readonly kind?: string;
  /** How many records there are on all pages, where it is on one: infinitely many where none says so. */
  readonly total?: number;
  /** Whether it is in a list, which may show all there are. */
  readonly isListed: boolean;
}

/** Where a record of the kind stands. */
type KindPlace = Omit<PlaceInText, "at"> & { readonly kind: string };

/** The values inside lists and envelopes, however deep. */
function* recordsIn(
  value: unknown,
  place: PlaceInText = { at: "", isListed: false },
): Generator<PlaceInText & { readonly value: unknown }> {
  if (Array.isArray(value)) {
    for (const element of value) yield* recordsIn(element, { ...place, at: `${place.at}[]`, isListed: true });
  } else if (isFields(value) && isEnvelope(value)) {
    const kind = typeof value.kind === "string" && kindOf(value.kind) ? value.kind : place.kind;
    yield* recordsIn(value.data, {
      at: `${place.at}.data`,
      isListed: place.isListed,
      kind,
      total: totalOf(value) ?? place.total,
    });
  } else {
    yield { ...place, value };
  }
}

/** Whether `data` holds the record. A record may have a field of that name too: then others tell what it is. */
function isEnvelope(value: RecordFields): boolean {
  if (typeof value.data !== "object" || value.data === null) return false;
  const own = certainKinds(value);
  if (own.length === 0) return true;
  if (typeof value.message !== "string") return false;
  // a response without an envelope may have a message, too
  const isRecord = own.some((kind) => lackingIdentity(kind, value).length === 0);
  return !isRecord || Array.isArray(value.data) || certainKinds(value.data as RecordFields).length > 0;
}

/** Names by which services speak of pages. */
const PAGING = /pag(e|ing|ination)|next|cursor|offset|total|has_?more/i;

/** How many records a page says that all pages have; undefined where there is but this one. */
function totalOf({ data, ...beside }: RecordFields): number | undefined {
  if (!Array.isArray(data)) return undefined;
  const inside = Object.values(beside).flatMap((value) => (isFields(value) ? Object.entries(value) : []));
  const said = [...Object.entries(beside), ...inside].filter(([name]) => PAGING.test(name));
  if (said.length === 0) return undefined;
  const [, total] = said.find(([name, value]) => /total(?!.*page)/i.test(name) && typeof value === "number") ?? [];
  return typeof total === "number" ? total : Number.POSITIVE_INFINITY;
}

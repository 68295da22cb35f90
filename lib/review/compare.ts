import { acceptedFields, type Kind, requiredFields } from "../api/kind";
import { differencesOf, type FieldChange } from "../plan/entity-fields";
import { mayContinue, type PlannedChange } from "../plan/planned-change";
import { differencesFromRecord, withHiddenTexts } from "../records/comparison";
import { type RecordFields, recordedEntityKey } from "../records/record-identity";
import type { ServiceRecords } from "../records/service-records";
import { type Diff, formerOf, leavesOf } from "../value/diff";
import { groupedBy } from "../value/grouped";
import type { Fields, Path, Value } from "../value/value";
import { at, holdsOpaque, isHidden, isTooLong, mapped, Opaque, opaqueIn, replaceOpaque } from "../value/value";
import { meansNothing } from "./risks/as-meant";
import { answeredFields } from "./risks/field-meanings";

/** A change, compared with the exported record of its entity. */
export interface ComparedChange extends PlannedChange {
  /** Missing where there is no record. */
  readonly record?: RecordComparison;
}

interface RecordComparison {
  readonly showsStatus: boolean;
  /** The fields that risks depend on, and of which neither it nor an earlier deploy tells what they were. */
  readonly unshown: readonly string[];
  /** What somebody changed by hand, and the update puts back. */
  readonly byHand: readonly FieldChange[];
}

/** Exported records of one service, by what tells their entities. */
export class FreshRecords {
  private readonly byKey: ReadonlyMap<string, RecordFields>;

  /** @param given undefined where nobody gave any */
  constructor(readonly given: Pick<ServiceRecords, "records" | "unread"> | undefined) {
    const { records = [] } = given ?? {};
    this.byKey = new Map(records.map(({ kind, fields }) => [recordedEntityKey(kind, fields), fields]));
  }

  /** What is recorded of the entity that these fields are of. */
  of(kind: Kind, fields: Fields): RecordFields | undefined {
    return this.byKey.get(recordedEntityKey(kind, fields));
  }

  /** A change compared with the record of its entity; as it is where there is no record, and nothing to compare. */
  compared(change: PlannedChange): ComparedChange {
    const record = this.of(change.entity.kind, change.after);
    if (record === undefined) return change;
    if (sendsUpdate(change)) return comparedWith(change, record);
    const isCreated = change.calls.includes("create");
    return isCreated ? { ...change, record: { showsStatus: false, unshown: [], byHand: [] } } : change;
  }
}

/** Whether a change sends what a record can be compared with. */
export function sendsUpdate(change: PlannedChange): boolean {
  const { action, calls } = change;
  return calls.includes("update") || mayContinue(change) || (calls.includes("upsert") && action !== "create");
}

/** A field of a change: what it was comes from the record, or from what was sent last. */
interface ComparedField {
  readonly name: string;
  readonly source: "record" | "plan";
  readonly before: Value | undefined;
  readonly changes: readonly FieldChange[];
}

/**
 * A change compared with what the record of its entity shows. Each field comes from one of two sources:
 *
 * - the record, where it shows the field, and the service does not have what was sent last: what changes is what differs
 *   from the record;
 * - the plan, where the record lacks the field, or shows it as it was sent last: the record may lack a part that changes.
 */
export function comparedWith(change: PlannedChange, record: RecordFields): ComparedChange {
  const { entity, after, former } = change;
  const fields = comparedFields(change, record);
  const needed = former === "unknown" && entity.kind.role === "experiment" ? answeredFields : [];
  const planned = new Set(change.fields.map(fieldOf));
  const byHand = fields.filter(({ name, source }) => former === "sent" && source === "record" && !planned.has(name));
  return {
    ...change,
    former: "sent",
    before: Object.fromEntries(fields.map(({ name, before }) => [name, before])),
    fields: fields.flatMap(({ changes }) => changes),
    record: {
      showsStatus: isShown("status", record, after),
      unshown: needed.filter((name) => !isShown(name, record, after) && !meansNothing(at(after, name))),
      byHand: byHand.flatMap(({ changes }) => changes),
    },
  };
}

/** All fields of the kind, in the order of the API's table. */
function comparedFields(change: PlannedChange, record: RecordFields): ComparedField[] {
  const { entity, before, after, former } = change;
  const comparableAfter = comparable(after, after);
  const differences = differencesByRecord(change, comparableAfter, record);
  const byField = new Map(differences.map((each) => [fieldOf(each), each]));
  const asSent = former === "sent" ? fieldsAsSent(change, record, differences) : new Set<string>();
  const planned = groupedBy(change.fields, fieldOf);
  return acceptedFields(entity.kind.fields).map((name): ComparedField => {
    const present = at(after, name);
    if (isShown(name, record, after) && !asSent.has(name)) {
      const difference = byField.get(name);
      const changes = leavesOf(difference).map((each) => ({ ...each, after: readablePart(each.after) }));
      const hidden = hiddenChanges(change, name, comparableAfter);
      return { name, source: "record", before: formerOf(present, difference), changes: [...changes, ...hidden] };
    }
    if (former === "sent") return { name, source: "plan", before: at(before, name), changes: planned.get(name) ?? [] };
    // no deploy of this code has sent the field, so nothing says that it changes
    const changes = isSaid(change, name) ? differencesOf({}, after, [name]) : [];
    return { name, source: "plan", before: present, changes };
  });
}

function isShown(name: string, record: RecordFields, after: Fields): boolean {
  return record[name] !== undefined && at(after, name) !== undefined;
}

/** Null says something only where the update requires the field. */
function isSaid({ after, entity: { kind } }: PlannedChange, name: string): boolean {
  return at(after, name) !== null || (kind.update !== undefined && requiredFields(kind.update.body).includes(name));
}

function fieldOf({ path }: Diff): string {
  return String(path[0]);
}

/** What the record has otherwise. It may still show a secret that was sent last: no text of such a field is shown. */
function differencesByRecord(change: PlannedChange, comparableAfter: Fields, record: RecordFields): Diff[] {
  const { entity, before } = change;
  const mayBeSecret = (name: string) =>
    [entity.before, before].some((fields) => opaqueIn(at(fields, name)).some(({ opaque }) => opaque.why === "secret"));
  return differencesFromRecord(entity.kind, comparableAfter, record).map((each) =>
    mayBeSecret(fieldOf(each)) ? withHiddenBefore(each) : each,
  );
}

/** A declared value without its hidden places, which were not compared: `hiddenChanges` has those that change. */
function readablePart(declared: Value | undefined): Value | undefined {
  return declared === undefined || isTooLong(declared)
    ? declared
    : (replaceOpaque(declared, () => undefined) as Value | undefined);
}

function withHiddenBefore(found: Diff): Diff {
  const { names, before, after, inside } = found;
  return {
    ...found,
    // the name of what the code does not have is a text of the record, too
    names: after === undefined ? [...names.slice(0, -1), undefined] : names,
    ...(before !== undefined && { before: withHiddenTexts(before) }),
    ...(inside !== undefined && { inside: inside.map(withHiddenBefore) }),
  };
}

/** The fields that the record shows as they were sent last. */
function fieldsAsSent(
  { entity: { kind }, before, after, fields }: PlannedChange,
  record: RecordFields,
  differences: readonly Diff[],
): ReadonlySet<string> {
  const sinceSent = differencesFromRecord(kind, comparable(before, after), record);
  // what was sent as null, or not at all, may have been set by hand
  const isPlanned = (leaf: Diff) =>
    fields.some((field) => (field.before ?? null) !== null && isAtOrIn(leaf.path, field.path));
  const byHand = differences.flatMap(leavesOf).filter((leaf) => leaf.before !== undefined && !isPlanned(leaf));
  const other = new Set([...sinceSent, ...byHand].map(fieldOf));
  const isReadable = (value: Value | undefined) => value !== null && !holdsOpaque(value, isHidden);
  return new Set(Object.keys(before).filter((name) => isReadable(at(before, name)) && !other.has(name)));
}

/** The changes, certain or possible, at hidden places of a field that comes from the record. */
function hiddenChanges({ former, fields, after }: PlannedChange, name: string, comparableAfter: Fields): FieldChange[] {
  const hidden = opaqueIn(at(comparableAfter, name), [name]).filter(({ opaque }) => !isTooLong(opaque));
  return hidden.flatMap(({ path }): FieldChange[] => {
    const planned = fields.find((field) => field.after !== undefined && isAtOrIn(path, field.path));
    const present = at(after, ...path);
    // of what was not sent by this code, nobody knows whether it changes
    const mayChange = former === "sent" ? planned !== undefined : isHidden(present);
    if (!mayChange) return [];
    if (planned?.path.length === path.length) return [planned];
    return [{ path, names: path.map(() => undefined), after: present }];
  });
}

/**
 * Fields as they are compared with a record: what the plan hides, and what is declared as a secret, is equal to anything.
 *
 * @param after the declared fields, which say where secrets stand
 */
function comparable(fields: Fields, after: Fields): Fields {
  const isCompared = (leaf: Value) => !(leaf instanceof Opaque) || isTooLong(leaf);
  const isSecret = (place: Value | undefined) => place instanceof Opaque && place.fromEnvironment;
  return mapped(fields, (leaf, path) =>
    isCompared(leaf) && !isSecret(at(after, ...path)) ? leaf : Opaque.unknown(),
  ) as Fields;
}

/** Whether a place is another, or inside of it. */
function isAtOrIn(path: Path, outer: Path): boolean {
  return outer.every((step, index) => step === path[index]);
}

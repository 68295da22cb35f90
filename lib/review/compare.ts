import { acceptedFields, type Kind, requiredFields } from "../api/kind";
import { differencesOf, type FieldChange } from "../plan/entity-fields";
import { mayContinue, type PlannedChange } from "../plan/planned-change";
import { differencesFromRecord } from "../records/comparison";
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

/**
 * A change compared with what the record of its entity shows. Each field comes from one of two sources:
 *
 * - the record, where it shows the field, and the service does not have what was sent last: what changes is what differs
 *   from the record;
 * - the plan, where the record lacks the field, or shows it as it was sent last: the record may lack a part that changes.
 */
export function comparedWith(change: PlannedChange, record: RecordFields): ComparedChange {
  const { entity, after, former } = change;
  const shown = shownByRecord(change, record);
  const before = { ...(former === "sent" ? change.before : after), ...shown };
  const planned = groupedBy(change.fields, fieldOf);
  const fields = acceptedFields(entity.kind.fields).flatMap((name) => {
    if (Object.hasOwn(shown, name)) return differencesOf(before, after, [name]);
    if (former === "sent") return planned.get(name) ?? [];
    // no deploy of this code has sent the field, so nothing says that it changes
    return isSaid(change, name) ? differencesOf({}, after, [name]) : [];
  });
  const isByHand = (name: string) => former === "sent" && Object.hasOwn(shown, name) && !planned.has(name);
  const needed = former === "unknown" && entity.kind.role === "experiment" ? answeredFields : [];
  return {
    ...change,
    former: "sent",
    before,
    fields,
    record: {
      showsStatus: isShown("status", record, after),
      unshown: needed.filter((name) => !isShown(name, record, after) && !meansNothing(at(after, name))),
      byHand: fields.filter((field) => isByHand(fieldOf(field))),
    },
  };
}

/** What the service has of the fields that come from the record; at hidden places, what was sent last. */
function shownByRecord(change: PlannedChange, record: RecordFields): Fields {
  const { entity, before, after, former } = change;
  const mayBeSecret = (name: string) =>
    [entity.before, before].some((fields) => opaqueIn(at(fields, name)).some(({ opaque }) => opaque.why === "secret"));
  const differences = differencesFromRecord(entity.kind, comparable(after, after), record, mayBeSecret);
  const byField = new Map(differences.map((each) => [fieldOf(each), each]));
  const asSent = former === "sent" ? fieldsAsSent(change, record, differences) : new Set<string>();
  const names = Object.keys(after).filter((name) => isShown(name, record, after) && !asSent.has(name));
  return Object.fromEntries(names.map((name) => [name, formerOf(hiddenAsSent(change, name), byField.get(name))]));
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

/** A declared field with what was sent last at its hidden places, as no record tells what they were. */
function hiddenAsSent({ former, fields, after }: PlannedChange, name: string): Value | undefined {
  const formerAt = (path: Path, present: Opaque) => {
    const unread = present.why === "secret" ? Opaque.hidden() : Opaque.unknown();
    if (former !== "sent") return isHidden(present) ? unread : present;
    // a list in another order comes before what differs in it, and holds other elements at these places
    const planned = fields.filter((field) => field.after !== undefined && isAtOrIn(path, field.path)).at(-1);
    if (planned === undefined) return present;
    return (planned.isReordered ? undefined : at(planned.before, ...path.slice(planned.path.length))) ?? unread;
  };
  const present = at(after, name) ?? null;
  return replaceOpaque(present, (leaf, path) => (isTooLong(leaf) ? leaf : formerAt(path, leaf)), [name]) as Value;
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

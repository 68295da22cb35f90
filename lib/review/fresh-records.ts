import { acceptedFields, type Kind, requiredFields } from "../api/kind";
import { stepFor } from "../entity/steps";
import { differencesOf, type FieldChange, fieldsBefore, requestValues } from "../plan/entity-fields";
import { mayContinue, type PlannedChange } from "../plan/planned-change";
import { type PlannedEntity, resourceKey } from "../plan/planned-entity";
import { differencesFromRecord, withHiddenTexts } from "../records/comparison";
import { type RecordFields, recordedEntityKey } from "../records/record-identity";
import { type ServiceRecord, type ServiceRecords, unreadText } from "../records/service-records";
import { undeclaredAudience, undeclaredNote } from "../records/undeclared-run";
import { type Diff, formerOf, leavesOf } from "../value/diff";
import {
  at,
  type Fields,
  holdsOpaque,
  isHidden,
  isTooLong,
  mapped,
  Opaque,
  opaqueIn,
  type Path,
  replaceOpaque,
  type Value,
} from "../value/value";
import { changeSubject, noteOn, requestSubject } from "./notes";
import { meansNothing } from "./risks/as-meant";
import { answeredFields } from "./risks/field-meanings";

/** Records of one service, by what tells their entities. */
export class FreshRecords {
  private readonly byKey: ReadonlyMap<string, ServiceRecord>;

  /** @param given undefined where nobody gave any */
  constructor(private readonly given: Pick<ServiceRecords, "records" | "unread"> | undefined) {
    const { records = [] } = given ?? {};
    this.byKey = new Map(records.map((record) => [recordedEntityKey(record.kind, record.fields), record]));
  }

  /** A change compared with what its entity's record shows; as it is where there is no record, and nothing to compare. */
  compared(change: PlannedChange): PlannedChange {
    const record = this.of(change.entity.kind, change.after);
    if (record === undefined) return change;
    if (isUpdate(change)) return comparedWith(change, record.fields);
    return change.calls.includes("create") ? { ...change, recorded: new Set() } : change;
  }

  /** What the records tell of a stack beside its changes, and what they do not tell of these. */
  notes(entities: readonly PlannedEntity[], changes: readonly PlannedChange[]): string[] {
    if (this.given === undefined) return [];
    const changed = new Set(changes.map(({ entity }) => resourceKey(entity)));
    const different = entities.flatMap((entity) => (changed.has(resourceKey(entity)) ? [] : this.different(entity)));
    const existing = changes.filter((change) => change.recorded !== undefined && isRefusedWhereItExists(change));
    const missing = changes.filter(
      // what is created has none
      (change) => isUpdate(change) && !change.calls.includes("create") && change.recorded === undefined,
    );
    const [differ, have] = [different.length === 1 ? "differs" : "differ", missing.length === 1 ? "it" : "them"];
    return [
      ...noteOn(
        existing.map(changeSubject),
        (them) =>
          `the service has ${them} already: the deploy refuses to overwrite what it has not made; adopt: true adopts it`,
      ),
      ...noteOn(
        different,
        (them) => `in the service, ${them} ${differ} from what is declared, and this plan leaves that so: see drift`,
      ),
      ...noteOn(
        missing.map(changeSubject),
        (them) => `no exported record was given of ${them}: what the service has of ${have} now is unknown`,
      ),
      ...changes.flatMap((change) => this.undeclaredOf(change)),
      ...noteOn(this.given.unread.map(unreadText), (them) => `not read of the records: ${them}`),
    ];
  }

  /** What a sentence calls an entity that the service has otherwise than it is declared; nothing for any other. */
  private different({ kind, request, isDryRun }: PlannedEntity): string[] {
    if (request === undefined || isDryRun || request.ignoreChanges) return [];
    const record = this.of(kind, requestValues(request));
    const isSame = record === undefined || differencesFromRecord(kind, request.fields, record.fields).length === 0;
    return isSame ? [] : [requestSubject(request)];
  }

  /** What the service has of who takes part, where an update may clear it. */
  private undeclaredOf(change: PlannedChange): string[] {
    const { kind } = change.entity;
    const record = isUpdate(change) ? this.of(kind, change.after) : undefined;
    const fields = record === undefined ? [] : undeclaredAudience(kind, record.fields);
    return fields.length === 0 ? [] : [undeclaredNote(changeSubject(change), fields)];
  }

  private of(kind: Kind, fields: Fields): ServiceRecord | undefined {
    const isKnown = kind.identity.every((name) => typeof (at(fields, name) ?? "") === "string");
    return isKnown ? this.byKey.get(recordedEntityKey(kind, fields)) : undefined;
  }
}

/** Whether a change creates what the service takes only once. Of what moves, a risk tells. */
function isRefusedWhereItExists({ entity: { request }, calls, movedFrom }: PlannedChange): boolean {
  if (request === undefined || !calls.includes("create") || movedFrom !== undefined) return false;
  return stepFor(request, "create")?.ifExists === undefined;
}

/** Whether a change sends what a record can be compared with. */
function isUpdate(change: PlannedChange): boolean {
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
export function comparedWith(change: PlannedChange, record: RecordFields): PlannedChange {
  const { entity, before, after } = change;
  const isSent = change.former === "sent";
  const names = acceptedFields(entity.kind.fields);
  const comparableAfter = comparable(after, after);
  const found = differencesByRecord(change, comparableAfter, record);

  const recorded = new Set(names.filter((name) => record[name] !== undefined && at(after, name) !== undefined));
  const asSent = isSent ? fieldsAsSent(change, record, found) : new Set<string>();
  const byRecord = new Set([...recorded].filter((name) => !asSent.has(name)));

  const foundByField = new Map(found.map((each) => [fieldOf(each), each]));
  const valueBefore = (name: string) => {
    if (byRecord.has(name)) return formerOf(at(after, name), foundByField.get(name));
    // of what no deploy of this code has sent, nothing says that it is another one
    return at(isSent ? before : after, name);
  };
  const differences = found
    .filter((each) => byRecord.has(fieldOf(each)))
    .flatMap(leavesOf)
    .map((each) => ({ ...each, after: readablePart(each.after) }));
  const planned = new Set(change.fields.map(fieldOf));
  return {
    ...change,
    former: "sent",
    before: Object.fromEntries(names.map((name) => [name, valueBefore(name)])),
    fields: [...differences, ...hiddenChanges(change, byRecord, comparableAfter), ...changesByPlan(change, byRecord)],
    byHand: isSent ? differences.filter((each) => !planned.has(fieldOf(each))) : [],
    recorded,
    ...(change.former === "unknown" && { unshown: unshownConcerns(change, byRecord) }),
  };
}

/** The field that a difference is in. */
function fieldOf({ path }: Diff): string {
  return String(path[0]);
}

/** What the record has otherwise. It may still show a secret that was sent last: no text of such a field is shown. */
function differencesByRecord(change: PlannedChange, comparableAfter: Fields, record: RecordFields): Diff[] {
  const { entity, before } = change;
  const sent = [...Object.entries(fieldsBefore(entity)), ...Object.entries(before)];
  const hadSecret = new Set(sent.flatMap(([name, value]) => (holdsSecret(value) ? [name] : [])));
  return differencesFromRecord(entity.kind, comparableAfter, record).map((each) =>
    hadSecret.has(fieldOf(each)) ? withHiddenBefore(each) : each,
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

function holdsSecret(value: Value | undefined): boolean {
  return opaqueIn(value).some(({ opaque }) => opaque.why === "secret");
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

/** The changes, certain or possible, at hidden places of the fields that the record tells. */
function hiddenChanges(
  { former, fields, after }: PlannedChange,
  byRecord: ReadonlySet<string>,
  comparableAfter: Fields,
): FieldChange[] {
  const hidden = opaqueIn(comparableAfter).filter(({ opaque }) => !isTooLong(opaque));
  return hidden.flatMap(({ path }): FieldChange[] => {
    const planned = fields.find((field) => field.after !== undefined && isAtOrIn(path, field.path));
    const present = at(after, ...path);
    // of what was not sent by this code, nobody knows whether it changes
    const mayChange = former === "sent" ? planned !== undefined : isHidden(present);
    if (!byRecord.has(String(path[0])) || !mayChange) return [];
    if (planned?.path.length === path.length) return [planned];
    return [{ path, names: path.map(() => undefined), after: present }];
  });
}

/** The changes of the fields that the plan tells. */
function changesByPlan(
  { former, fields, after, entity }: PlannedChange,
  byRecord: ReadonlySet<string>,
): readonly FieldChange[] {
  if (former === "sent") return fields.filter((field) => !byRecord.has(fieldOf(field)));
  const { kind } = entity;
  const required = kind.update === undefined ? [] : requiredFields(kind.update.body);
  // null says something only where the update requires the field
  const isSet = (name: string) => at(after, name) !== null || required.includes(name);
  const names = acceptedFields(kind.fields).filter((name) => !byRecord.has(name) && isSet(name));
  return differencesOf({}, after, names);
}

/** What is declared of an experiment, decides about its users and results, and does not come from the record. */
function unshownConcerns({ entity, after }: PlannedChange, byRecord: ReadonlySet<string>): string[] {
  if (entity.kind.role !== "experiment") return [];
  return answeredFields.filter((name) => !byRecord.has(name) && !meansNothing(at(after, name)));
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
    isCompared(leaf) && !isSecret(at(after, ...path)) ? leaf : new Opaque("deploy"),
  ) as Fields;
}

/** Whether a place is another, or inside of it. */
function isAtOrIn(path: Path, outer: Path): boolean {
  return outer.every((step, index) => step === path[index]);
}

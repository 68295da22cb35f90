import { acceptedFields, requiredFields } from "../api/resource";
import { differencesOf, type FieldChange } from "../plan/differences";
import { fieldsBefore } from "../plan/entity-fields";
import type { PlannedChange } from "../plan/planned-change";
import { differencesFromRecord } from "../records/comparison";
import type { RecordDifference } from "../records/record-difference";
import type { RecordFields } from "../records/record-identity";
import { isAtOrIn, pathSteps, pathText, topField } from "../text/path";
import { hasSecretMark } from "../value/parts";
import {
  at,
  type Fields,
  holdsOpaque,
  isFields,
  isList,
  mapped,
  Opaque,
  opaqueIn,
  type PathStep,
  type Value,
} from "../value/value";
import { meantValue } from "./risks/edits";
import { answeredFields } from "./risks/field-meanings";

/**
 * A change compared with what the record of its entity shows. A field that the record shows as it was sent last stays as the plan
 * has it: the record may lack a part of it that changes.
 */
export function comparedWith(change: PlannedChange, record: RecordFields): PlannedChange {
  const { entity, former, after } = change;
  const { resource, request } = entity;
  const given = comparable(after, request?.fields) as Fields;
  const wasSecret = formerSecrets(change);
  const fromRecord = differencesFromRecord(resource, given, record).map((each) =>
    wasSecret.has(topField(each.path)) ? withHiddenTexts(each) : each,
  );
  const names = acceptedFields(resource.fields);
  const asSent = former === "sent" ? fieldsAsSent(change, record, fromRecord) : new Set<string>();
  const differences = fromRecord.filter(({ path }) => !asSent.has(topField(path)));
  const recorded = new Set(names.filter((name) => record[name] !== undefined && at(after, name) !== undefined));
  const shown = new Set([...recorded].filter((name) => !asSent.has(name)));
  const before = Object.fromEntries(
    names.flatMap((name): [string, Value | undefined][] => {
      if (shown.has(name)) return [[name, undone(at(after, name), differences, name)]];
      // nothing says that it is another one
      return [[name, former === "sent" ? at(change.before, name) : at(after, name)]];
    }),
  );
  const touched = new Set(change.fields.map(({ path }) => topField(path)));
  const byHand = former === "sent" ? differences.filter(({ path }) => !touched.has(topField(path))) : [];
  return {
    ...change,
    former: "sent",
    before,
    fields: [...differences.map(takenBack), ...notCompared(change, shown, given), ...notShown(change, shown)],
    byHand: byHand.map(takenBack),
    recorded,
    ...(former === "unknown" && { unshown: unshownConcerns(change, shown) }),
  };
}

/** The fields in which a secret was sent last: a record may still show it. */
function formerSecrets({ entity, before }: PlannedChange): ReadonlySet<string> {
  const sent = [...Object.entries(fieldsBefore(entity)), ...Object.entries(before)];
  return new Set(sent.flatMap(([name, value]) => (holdsSecret(value) ? [name] : [])));
}

/** A difference in which the record's texts are hidden, and still compared. */
function withHiddenTexts(difference: RecordDifference): RecordDifference {
  if (difference.actual === undefined) return difference;
  const hidden = (leaf: Value) => (typeof leaf === "string" ? new Opaque("secret", [], { content: leaf }) : leaf);
  return { ...difference, actual: mapped(difference.actual as Value, hidden) };
}

function holdsSecret(value: Value | undefined): boolean {
  let found = false;
  mapped(value ?? null, (leaf) => {
    found ||= leaf instanceof Opaque ? leaf.why === "secret" : typeof leaf === "string" && hasSecretMark(leaf);
  });
  return found;
}

/** The fields that the record shows as they were sent last. */
function fieldsAsSent(
  { entity: { resource, request }, before, fields }: PlannedChange,
  record: RecordFields,
  differences: readonly RecordDifference[],
): ReadonlySet<string> {
  const sent = comparable(before, request?.fields) as Fields;
  // what was sent as null, or not at all, may have been set by hand
  const wasSent = ({ path, actual }: RecordDifference) =>
    actual === undefined || fields.some((field) => isAtOrIn(path, field.path) && (field.before ?? null) !== null);
  const other = [...differencesFromRecord(resource, sent, record), ...differences.filter((each) => !wasSent(each))];
  const names = Object.keys(before).filter((name) => at(before, name) !== null && !holdsOpaque(at(before, name)));
  return new Set(names.filter((name) => !other.some(({ path }) => topField(path) === name)));
}

/** The changes, also such as there may be, of values that are hidden in fields that the record shows. */
function notCompared(
  { former, fields, after }: PlannedChange,
  shown: ReadonlySet<string>,
  given: Fields,
): FieldChange[] {
  return opaqueIn(given).flatMap(({ path }) => {
    const place = pathText(path);
    const planned = fields.find((field) => field.after !== undefined && isAtOrIn(place, field.path));
    const present = at(after, ...path);
    // of what was not sent by this code, nobody knows
    const isMeant = former === "sent" ? planned !== undefined : present instanceof Opaque;
    if (!shown.has(topField(place)) || !isMeant) return [];
    return planned?.path === place ? [planned] : [{ path: place, after: present }];
  });
}

/** The changes of fields that the record does not show. */
function notShown(
  { former, fields, after, entity }: PlannedChange,
  shown: ReadonlySet<string>,
): readonly FieldChange[] {
  if (former === "sent") return fields.filter(({ path }) => !shown.has(topField(path)));
  const { resource } = entity;
  const required = resource.update === undefined ? [] : requiredFields(resource.update.body);
  const isSaid = (name: string) => at(after, name) !== null || required.includes(name);
  return differencesOf(
    {},
    after,
    acceptedFields(resource.fields).filter((name) => !shown.has(name) && isSaid(name)),
  );
}

/** What is declared of an experiment, decides about its users and results, and is not shown by the record. */
function unshownConcerns({ entity, after }: PlannedChange, shown: ReadonlySet<string>): string[] {
  if (entity.resource.role !== "experiment") return [];
  return answeredFields.filter((name) => !shown.has(name) && meantValue(at(after, name)) !== null);
}

/** What an update would make of a value that the service has otherwise. */
export function takenBack({ path, declared, actual }: RecordDifference): FieldChange {
  return { path, before: actual as Value | undefined, after: declared as Value | undefined };
}

/**
 * Values of which those that the plan hides are not compared, nor secrets: in a plan, the name of a variable stands for one.
 *
 * @param declared the same in the code
 */
function comparable(value: Value, declared: Value | undefined): Value {
  if (value instanceof Opaque || (declared instanceof Opaque && declared.fromEnvironment)) return new Opaque("deploy");
  if (isList(value)) return value.map((element, index) => comparable(element, at(declared, index)));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === undefined ? [] : [[key, comparable(inner, at(declared, key))]],
    ),
  );
}

/** What the service has of a field: the declared value with the differences taken back. */
function undone(
  declared: Value | undefined,
  differences: readonly RecordDifference[],
  name: string,
): Value | undefined {
  const own = differences.filter(({ path }) => topField(path) === name);
  return own.reduceRight<Value | undefined>(
    (value, { path, declared: present, actual }) =>
      withValue(value, pathSteps(path).slice(1), actual as Value | undefined, present === undefined),
    declared,
  );
}

/** A value with another one at a place: an added one comes last in its list, and one that is not there leaves it. */
function withValue(
  present: Value | undefined,
  [step, ...rest]: readonly PathStep[],
  value: Value | undefined,
  isAdded: boolean,
): Value | undefined {
  if (step === undefined) return value;
  if (isList(present)) {
    if (isAdded && rest.length === 0) return [...present, value ?? null];
    return present.flatMap((element, index) => {
      if (index !== step) return [element];
      const other = withValue(element, rest, value, isAdded);
      return other === undefined ? [] : [other];
    });
  }
  const fields = isFields(present) ? present : {};
  return { ...fields, [step]: withValue(at(fields, String(step)), rest, value, isAdded) };
}

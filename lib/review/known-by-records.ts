import { isAtOrIn, type PathStep, pathSteps, pathText, topField } from "../api/field-path";
import { valueAt } from "../api/problems";
import { acceptedFields, requiredFields } from "../api/resource";
import { Deferred, deferredIn, type Fields, type Json } from "../entity/deferred-value";
import { differencesFromRecord } from "../records/comparison";
import type { RecordDifference } from "../records/record-difference";
import type { RecordFields } from "../records/record-identity";
import { differencesOf } from "./differences";
import type { FieldChange } from "./model";
import type { PlannedChange } from "./planned-change";
import { meantValue } from "./risks/edits";
import { answeredFields } from "./risks/field-meanings";
import { get, hasWithheld, isList, isObjectValue, type Value, type Values, Withheld } from "./value";

/**
 * A change compared with what the record of its entity shows. A field that the record shows as it was sent last stays as the plan
 * has it: the record may lack a part of it that changes.
 */
export function comparedWith(change: PlannedChange, record: RecordFields): PlannedChange {
  const { entity, former, after } = change;
  const { resource, request } = entity;
  const given = comparable(after, request?.fields) as Fields;
  const fromRecord = differencesFromRecord(resource, given, record);
  const names = acceptedFields(resource.fields);
  const asSent = former === "sent" ? fieldsAsSent(change, record, fromRecord) : new Set<string>();
  const differences = fromRecord.filter(({ path }) => !asSent.has(topField(path)));
  const recorded = new Set(names.filter((name) => record[name] !== undefined && get(after, name) !== undefined));
  const shown = new Set([...recorded].filter((name) => !asSent.has(name)));
  const before = Object.fromEntries(
    names.flatMap((name): [string, Value | undefined][] => {
      if (shown.has(name)) return [[name, undone(get(after, name), differences, name)]];
      // nothing says that it is another one
      return [[name, former === "sent" ? get(change.before, name) : get(after, name)]];
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
  const names = Object.keys(before).filter((name) => get(before, name) !== null && !hasWithheld(get(before, name)));
  return new Set(names.filter((name) => !other.some(({ path }) => topField(path) === name)));
}

/** The changes, also such as there may be, of values that are hidden in fields that the record shows. */
function notCompared(
  { former, fields, after }: PlannedChange,
  shown: ReadonlySet<string>,
  given: Fields,
): FieldChange[] {
  return deferredIn(given).flatMap(({ path }) => {
    const place = pathText(path as readonly PathStep[]);
    const planned = fields.find((field) => field.after !== undefined && isAtOrIn(place, field.path));
    const present = valueAt(after, path) as Value | undefined;
    // of what was not sent by this code, nobody knows
    const isMeant = former === "sent" ? planned !== undefined : present instanceof Withheld;
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
  const isSaid = (name: string) => get(after, name) !== null || required.includes(name);
  return differencesOf(
    {},
    after,
    acceptedFields(resource.fields).filter((name) => !shown.has(name) && isSaid(name)),
  );
}

/** What is declared of an experiment, decides about its users and results, and is not shown by the record. */
function unshownConcerns({ entity, after }: PlannedChange, shown: ReadonlySet<string>): string[] {
  if (entity.resource.role !== "experiment") return [];
  return answeredFields.filter((name) => !shown.has(name) && meantValue(get(after, name)) !== null);
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
function comparable(value: Value | Values | undefined, declared: Json | undefined): unknown {
  if (value instanceof Withheld || (declared instanceof Deferred && declared.fromEnvironment)) return new Deferred([]);
  const at = (step: string) =>
    typeof declared === "object" && declared !== null && Object.hasOwn(declared, step)
      ? (declared as Fields)[step]
      : undefined;
  if (isList(value as Value))
    return (value as readonly Value[]).map((element, index) => comparable(element, at(String(index))));
  if (!isObjectValue(value as Value)) return value;
  const entries = Object.entries(value as Values).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([key, inner]) => [key, comparable(inner, at(key))]));
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
  at: Value | undefined,
  [step, ...rest]: readonly PathStep[],
  value: Value | undefined,
  isAdded: boolean,
): Value | undefined {
  if (step === undefined) return value;
  if (isList(at)) {
    if (isAdded && rest.length === 0) return [...at, value ?? null];
    return at.flatMap((element, index) => {
      if (index !== step) return [element];
      const other = withValue(element, rest, value, isAdded);
      return other === undefined ? [] : [other];
    });
  }
  const fields = isObjectValue(at) ? at : {};
  return { ...fields, [step]: withValue(get(fields, String(step)), rest, value, isAdded) };
}

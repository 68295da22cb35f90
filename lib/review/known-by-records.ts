import { few } from "../api/describe";
import { type PathStep, pathSteps, topField } from "../api/field-path";
import { acceptedFields, type Resource } from "../api/resource";
import { Deferred, type Fields, type Json } from "../entity/fields";
import { differencesFromRecord } from "../records/comparison";
import type { RecordDifference } from "../records/record-difference";
import { type RecordFields, recordedEntityKey } from "../records/record-identity";
import { type ServiceRecord, type ServiceRecords, unreadText } from "../records/service-records";
import { differencesOf } from "./differences";
import type { FieldChange } from "./model";
import type { PlannedChange } from "./planned-change";
import { changeSubject } from "./remarks";
import { get, isList, isObjectValue, type Value, type Values, Withheld } from "./value";

/** Records of one service, by what tells their entities. */
export class FreshRecords {
  private readonly byKey: ReadonlyMap<string, ServiceRecord>;

  /** @param given undefined where nobody gave any */
  constructor(private readonly given: Pick<ServiceRecords, "records" | "unread"> | undefined) {
    const { records = [] } = given ?? {};
    this.byKey = new Map(records.map((record) => [recordedEntityKey(record.resource, record.fields), record]));
  }

  /** A change compared with what its entity's record shows; as it is where there is no record, and nothing to compare. */
  compared(change: PlannedChange): PlannedChange {
    const record = isUpdate(change) ? this.of(change.entity.resource, change.after) : undefined;
    return record === undefined ? change : comparedWith(change, record.fields);
  }

  /** What the records do not tell of these changes. */
  remarks(changes: readonly PlannedChange[]): string[] {
    if (this.given === undefined) return [];
    const missing = changes
      // what is created has none
      .filter((change) => isUpdate(change) && !change.calls.includes("create") && change.recorded === undefined)
      .map(changeSubject);
    const unread = this.given.unread.map(unreadText);
    return [
      ...(missing.length === 0
        ? []
        : [
            `no record was given of ${few(missing)}: what the service has of ${missing.length === 1 ? "it" : "them"} now is unknown`,
          ]),
      ...(unread.length === 0 ? [] : [`not read of the records: ${few(unread)}`]),
    ];
  }

  private of(resource: Resource, fields: Values): ServiceRecord | undefined {
    const isKnown = resource.identity.every((name) => typeof (get(fields, name) ?? "") === "string");
    return isKnown ? this.byKey.get(recordedEntityKey(resource, fields)) : undefined;
  }
}

/** Whether a change sends what a record can be compared with. */
function isUpdate({ action, calls }: PlannedChange): boolean {
  return calls.includes("update") || (calls.includes("upsert") && action !== "create");
}

function comparedWith(change: PlannedChange, record: RecordFields): PlannedChange {
  const { entity, former, after } = change;
  const { resource } = entity;
  const differences = differencesFromRecord(resource, comparable(after, entity.request?.fields) as Fields, record);
  const names = acceptedFields(resource.fields);
  const isShown = (name: string) => (record[name] ?? undefined) !== undefined;
  const shown = new Set(names.filter((name) => isShown(name) && get(after, name) !== undefined));
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
    fields: [...differences.map(takenBack), ...notShown(change, shown)],
    byHand: byHand.map(takenBack),
    recorded: shown,
  };
}

/** The changes of fields that the record does not show. */
function notShown(
  { former, fields, after, entity }: PlannedChange,
  shown: ReadonlySet<string>,
): readonly FieldChange[] {
  if (former === "sent") return fields.filter(({ path }) => !shown.has(topField(path)));
  const names = acceptedFields(entity.resource.fields).filter((name) => !shown.has(name));
  return differencesOf({}, after, names);
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

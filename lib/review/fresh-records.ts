import type { Kind } from "../api/kind";
import { stepFor } from "../entity/steps";
import { requestValues } from "../plan/entity-fields";
import { mayContinue, type PlannedChange } from "../plan/planned-change";
import { type PlannedEntity, resourceKey } from "../plan/planned-entity";
import { differencesFromRecord } from "../records/comparison";
import { recordedEntityKey } from "../records/record-identity";
import { type ServiceRecord, type ServiceRecords, unreadText } from "../records/service-records";
import { undeclaredAudience, undeclaredNote } from "../records/undeclared-run";
import type { Fields } from "../value/value";
import { type ComparedChange, comparedWith, NOTHING_SHOWN } from "./compare";
import { changeSubject, noteOn, requestSubject } from "./notes";

/** Records of one service, by what tells their entities. */
export class FreshRecords {
  private readonly byKey: ReadonlyMap<string, ServiceRecord>;

  /** @param given undefined where nobody gave any */
  constructor(private readonly given: Pick<ServiceRecords, "records" | "unread"> | undefined) {
    const { records = [] } = given ?? {};
    this.byKey = new Map(records.map((record) => [recordedEntityKey(record.kind, record.fields), record]));
  }

  /** A change compared with what its entity's record shows; as it is where there is no record, and nothing to compare. */
  compared(change: PlannedChange): ComparedChange {
    const record = this.of(change.entity.kind, change.after);
    if (record === undefined) return change;
    if (isUpdate(change)) return comparedWith(change, record.fields);
    return change.calls.includes("create") ? { ...change, record: NOTHING_SHOWN } : change;
  }

  /** What the records tell of a stack beside its changes, and what they do not tell of these. */
  notes(entities: readonly PlannedEntity[], changes: readonly ComparedChange[]): string[] {
    if (this.given === undefined) return [];
    const changed = new Set(changes.map(({ entity }) => resourceKey(entity)));
    const others = entities.filter((entity) => !changed.has(resourceKey(entity)));
    const existing = changes.filter((change) => change.record !== undefined && isRefusedWhereItExists(change));
    const missing = changes.filter(
      // what is created has none
      (change) => isUpdate(change) && !change.calls.includes("create") && change.record === undefined,
    );
    const different = others.flatMap((entity) => this.different(entity));
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
    return this.byKey.get(recordedEntityKey(kind, fields));
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

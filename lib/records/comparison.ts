import { type Kind, requiredFields } from "../api/kind";
import { withSecretHeaders } from "../api/prompt-version-schema";
import { stepInto } from "../api/schema-walk";
import { type Diff, diff } from "../value/diff";
import { at, type Fields, holdsOpaque, isTooLong, withOpaque } from "../value/value";
import type { RecordFields } from "./record-identity";
import { asRecorded } from "./record-rules";

/** Fields that are never compared: the service adds up the one, and the other is for a call that keeps nothing. */
const NOT_COMPARED: ReadonlySet<string> = new Set(["manualQualityScores", "dryRun"]);

/**
 * What a record has otherwise than the code declares it, by `asRecorded`: for each field that differs, the record's value
 * as `before`, and the declared one as `after`.
 */
export function differencesFromRecord(kind: Kind, declared: Fields, record: RecordFields): Diff[] {
  const [ours, theirs] = [withoutSecretHeaders(declared), withoutSecretHeaders(record as Fields)];
  return Object.keys(ours)
    .filter((name) => isCompared(kind, name, ours[name]))
    .flatMap((name) => {
      const hides = holdsOpaque(ours[name]) && !isTooLong(ours[name]) ? "unpaired" : "nothing";
      const place = { schema: stepInto(kind.fields, name), hides } as const;
      return diff(at(theirs, name), ours[name], asRecorded, place, [name], [undefined]) ?? [];
    });
}

/** The identity is what the record was found by. Null says something only where the update requires the field. */
function isCompared({ identity, update }: Kind, name: string, declared: Fields[string]): boolean {
  if (NOT_COMPARED.has(name) || identity.includes(name)) return false;
  return declared !== null || (update !== undefined && requiredFields(update.body).includes(name));
}

/** Headers that authenticate keep their names: their values are secrets, wherever they come from. */
function withoutSecretHeaders<Given extends RecordFields>(fields: Given): Given {
  return withSecretHeaders(fields, ({ value: _, ...header }) => header);
}

/** What is declared as it may be shown: without what only the deploy knows, and without secrets. */
export function shownDeclaration(fields: Fields): RecordFields {
  return withOpaque(withoutSecretHeaders(fields), () => undefined) as RecordFields;
}

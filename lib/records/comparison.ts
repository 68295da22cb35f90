import { withSecretHeaders } from "../api/prompt-version-schema";
import { type Resource, requiredFields } from "../api/resource";
import { stepInto } from "../api/schema-walk";
import { diff, leavesOf } from "../value/diff";
import { at, type Fields, holdsOpaque, withOpaque } from "../value/value";
import { type RecordDifference, shownDifference } from "./record-difference";
import type { RecordFields } from "./record-identity";
import { asRecorded } from "./record-rules";

/** Fields that are never compared: the service adds up the one, and the other is for a call that keeps nothing. */
const NOT_COMPARED: ReadonlySet<string> = new Set(["manualQualityScores", "dryRun"]);

/** What a record has otherwise than the code declares it, by `asRecorded`. */
export function differencesFromRecord(resource: Resource, declared: Fields, record: RecordFields): RecordDifference[] {
  const [ours, theirs] = [withoutSecretHeaders(declared), withoutSecretHeaders(record as Fields)];
  const required = resource.update === undefined ? [] : requiredFields(resource.update.body);
  return Object.keys(ours)
    .filter((name) => !NOT_COMPARED.has(name) && !resource.identity.includes(name))
    .filter((name) => ours[name] !== null || required.includes(name))
    .flatMap((name) => {
      const hides = holdsOpaque(ours[name]) ? "unpaired" : "nothing";
      const place = { schema: stepInto(resource.fields, name), hides } as const;
      return leavesOf(diff(at(theirs, name), ours[name], asRecorded, place, [name], [undefined]));
    })
    .map(shownDifference);
}

/** Headers that authenticate keep their names: their values are secrets, wherever they come from. */
function withoutSecretHeaders<Given extends RecordFields>(fields: Given): Given {
  return withSecretHeaders(fields, ({ value: _, ...header }) => header);
}

/** What is declared as it may be shown: without what only the deploy knows, and without secrets. */
export function shownDeclaration(fields: Fields): RecordFields {
  return withOpaque(withoutSecretHeaders(fields), () => undefined) as RecordFields;
}

import { nextSteps } from "./on-demand";
import { entityError } from "./report";
import type { Answered } from "./send";
import type { Session } from "./session";

/**
 * Refuses when the service, after an update, shows other values in fields that no update can change.
 *
 * @param names of these fields
 * @throws ApplierError
 */
export function refuseUnlikeAnswer(session: Session, { record }: Answered, names: readonly string[]): void {
  const { fields: declared } = session.request;
  const different = names.filter(
    (field) => Object.hasOwn(record, field) && JSON.stringify(record[field]) !== JSON.stringify(declared[field]),
  );
  if (different.length === 0) return;
  const fields = different.join(", ");
  throw entityError(
    session,
    `it exists with a different ${fields}, which no update can change; its other fields are as declared now`,
    nextSteps().afterDifferences(session, fields),
  );
}

import { holdsOpaque } from "../value/value";
import { nextSteps } from "./on-demand";
import { entityError } from "./report";
import type { Answered } from "./send";
import type { Session } from "./session";

/** Longest value of the service that an error shows, as JSON. */
const LONGEST_SERVICE_VALUE = 200;

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
    nextSteps().afterDifferences(session, different.map((field) => fieldOfService(session, record, field)).join(", ")),
  );
}

/** The name of a field, and the value that the service has. One that only the deploy knows may be a secret there, too. */
function fieldOfService({ planned, redactor }: Session, record: Answered["record"], field: string): string {
  const value = JSON.stringify(record[field]) ?? "";
  const isShown = !holdsOpaque(planned.fields[field] ?? null) && value.length <= LONGEST_SERVICE_VALUE;
  return isShown ? `${field} ${redactor.line(value)}` : field;
}

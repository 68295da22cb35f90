import { allowedIdentity, type Kind } from "../api/kind";

/** Fields of a record of the service, or of a construct that takes it over. */
export type RecordFields = Readonly<Record<string, unknown>>;

/** The one identifying field that no answer holds. */
export const PROMPT = "promptID";

/** Nothing shows that an ingestion source has to have a name. */
const MAY_LACK: ReadonlySet<string> = new Set(["source_name"]);

/** The identifying fields that a record lacks, or holds with a value that identifies nothing. */
export function lackingIdentity(kind: Kind, fields: RecordFields): string[] {
  return kind.identity.filter((field) => {
    const value = fields[field];
    if (value === undefined || value === null) return !MAY_LACK.has(field);
    return typeof value === "object" || allowedIdentity(kind, field, value) !== undefined;
  });
}

/** What tells an entity from all others of its service, as text. */
export function recordedEntityKey({ name, identity }: Kind, fields: RecordFields): string {
  return JSON.stringify([name, ...identity.map((field) => String(fields[field] ?? "").normalize("NFC"))]);
}

import { allowedIdentity, type Resource } from "../api/resource";

/** Fields of a record of the service, or of a construct that takes it over. */
export type RecordFields = Readonly<Record<string, unknown>>;

/** The one identifying field that no answer holds. */
export const PROMPT = "promptID";

/** Nothing shows that an ingestion source has to have a name. */
const MAY_LACK: ReadonlySet<string> = new Set(["source_name"]);

/** The identifying fields that a record lacks, or holds with a value that identifies nothing. */
export function lackingIdentity(resource: Resource, fields: RecordFields): string[] {
  return resource.identity.filter((field) => {
    const value = fields[field];
    if (value === undefined || value === null) return !MAY_LACK.has(field);
    return typeof value === "object" || allowedIdentity(resource, field, value) !== undefined;
  });
}

/** What tells an entity from all others of its service, as text. */
export function recordedEntityKey({ kind, identity }: Resource, fields: RecordFields): string {
  return JSON.stringify([kind, ...identity.map((field) => String(fields[field] ?? "").normalize("NFC"))]);
}

import type { Action } from "./request-file";

/**
 * The journal: what appliers leave beside the stack about their calls, one file a call, in `journal/<service>/`.
 *
 * Two facts stand in an entry. `calling` says that the call is being made: the applier ends that when Terraform learns
 * how the call ended, so an entry that is still calling when its process is gone is about a call that was cut off.
 * `created` says what is known of the entity. Only "yes" proves that this stack created it. An entry that says neither
 * is removed.
 *
 * Appliers decide by it whose an existing entity is. Synth reads it to warn, and never to decide.
 */
export interface JournalEntry {
  readonly calling: boolean;
  /** Whether this stack has created the entity: the service has said so, or an attempt of ours may have done it. */
  readonly created: "yes" | "maybe" | "no";
  readonly kind: string;
  /** What the entity is called; a digest where that may be a secret. */
  readonly name: string;
  /** By field: a digest of what the create sent and no update can change. */
  readonly immutable: Readonly<Record<string, string>>;
  /** When the call started: ISO 8601. */
  readonly time: string;
  /** Process id of the applier. */
  readonly process: number;
  /** The machine that it runs on. */
  readonly host: string;
}

/** Folder of the journal, inside the folder of the synthesised stack; in it, a folder for each service. */
export const JOURNAL_FOLDER = "journal";

/** File name of the entry about a call. */
export function entryName(requestFile: string, action: Action): string {
  return requestFile.replace(/\.json$/, `.${action}.json`);
}

/** How long an entry counts, in milliseconds: what was created longer ago may belong to someone else by now. */
const LIFETIME = 7 * 24 * 60 * 60 * 1_000;

/** How far the clocks of two machines may differ, in milliseconds. */
const CLOCK_SKEW = 5 * 60 * 1_000;

/** The entry that a text holds; undefined for one that is torn, too old or from the future, or says something else. */
export function parseEntry(text: string): JournalEntry | undefined {
  const { calling, created, kind, name, immutable, time, process, host } = parse(text);
  const age = Date.now() - Date.parse(typeof time === "string" ? time : "");
  const isEntry =
    typeof calling === "boolean" &&
    (created === "yes" || created === "maybe" || created === "no") &&
    typeof kind === "string" &&
    typeof name === "string" &&
    typeof immutable === "object" &&
    immutable !== null &&
    Number.isInteger(process) &&
    typeof host === "string" &&
    age >= -CLOCK_SKEW &&
    age <= LIFETIME;
  return isEntry ? (JSON.parse(text) as JournalEntry) : undefined;
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

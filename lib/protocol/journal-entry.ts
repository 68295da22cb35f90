import { lstatSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Action } from "../entity/steps";
import { parseJson } from "../value/json";

/**
 * An entry of the journal, which appliers keep next to the stack: one file for each call, in `journal/<address>-<key>/`.
 * One base URL may serve many projects, told apart by the key alone, so each key has entries of its own.
 *
 * `calling` is true while the call is being made, until Terraform knows how it ended. An entry that is still calling when
 * its process is gone is about a call that was cut off. An entry that says nothing of either is removed.
 *
 * Appliers decide by the journal who owns an existing entity. Synth reads it only to warn.
 */
export interface JournalEntry {
  readonly calling: boolean;
  readonly created: Creation;
  readonly kind: string;
  /** The name of the entity; a digest where that may be a secret. */
  readonly name: string;
  /**
   * A digest of each field that the create sent and no update of its request carries: of every one where there is none.
   * Only a trace may lack it: that of an update, where no create is known.
   */
  readonly immutable?: Readonly<Record<string, string>>;
  /** When the call started, as ISO 8601. */
  readonly time: string;
  /** When an earlier create started, if `created` is about that. */
  readonly since?: string;
  /** Identifies the run of the applier that wrote it last; entries of former versions have none. */
  readonly run?: string;
  /** Process id of the applier: whether it runs is all that this says. */
  readonly process: number;
  /** The machine that the applier runs on. */
  readonly host: string;
}

/**
 * What is known of an entity's create by this stack. "yes" alone proves one. "maybe": an attempt was sent, and its end is
 * unknown. "trace": this stack was here once, nothing more: a create that could make a duplicate looks first.
 */
export type Creation = "yes" | "maybe" | "trace" | "no";

/** Folder of the journal, in the folder of the synthesised stack. It has a folder for each service. */
export const JOURNAL_FOLDER = "journal";

/** The file name of the entry about a call. */
export function entryName(requestFile: string, action: Action): string {
  return requestFile.replace(/\.json$/, `.${action}.json`);
}

/**
 * The path of the entry about a call.
 *
 * @param requestFile path of the request file
 * @param service name of the service's folder
 */
export function entryPath(requestFile: string, service: string, action: Action): string {
  return join(dirname(dirname(requestFile)), JOURNAL_FOLDER, service, entryName(basename(requestFile), action));
}

/** How long an entry counts, in milliseconds. An entity that was created earlier may belong to someone else by now. */
const LIFETIME = 7 * 24 * 60 * 60 * 1_000;

/** How far the clocks of two machines may differ, in milliseconds. */
const CLOCK_SKEW = 5 * 60 * 1_000;

/** The entry at a path. "unreadable": something is there, but no whole entry. Undefined where nothing is. */
export function readEntry(path: string): JournalEntry | "unreadable" | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    return (stats.isFile() ? parseEntry(readFileSync(path, "utf8")) : undefined) ?? "unreadable";
  } catch {
    // perhaps its folder cannot be searched
    return "unreadable";
  }
}

/**
 * What an entry says of the create of an entity. The only rule that weakens what an entry holds as time goes by:
 *
 * | the entry | says |
 * |---|---|
 * | none | no |
 * | unreadable, about another entity, more than seven days old, or from the future | trace |
 * | of a call under way, or cut off, without proof: it may have been carried out | maybe |
 * | any other | what it holds |
 */
export function creationBy(
  entry: ReturnType<typeof readEntry>,
  about: Partial<Pick<JournalEntry, "kind" | "name">>,
): Creation {
  if (entry === undefined) return "no";
  if (entry === "unreadable") return "trace";
  const { kind = entry.kind, name = entry.name } = about;
  const age = Date.now() - Date.parse(creationTime(entry));
  if (entry.kind !== kind || entry.name !== name || age < -CLOCK_SKEW || age > LIFETIME) return "trace";
  return entry.calling && entry.created !== "yes" ? "maybe" : entry.created;
}

/** When the create started that `creationBy` is about, as ISO 8601. */
export function creationTime({ calling, created, since, time }: JournalEntry): string {
  return calling && created !== "yes" ? time : (since ?? time);
}

/** The entry in a text; undefined if it is incomplete, or not an entry. */
function parseEntry(text: string): JournalEntry | undefined {
  const entry = (parseJson(text) ?? {}) as Readonly<Partial<Record<string, unknown>>>;
  const isEntry =
    Object.entries(TYPES).every(([field, type]) => typeof entry[field] === type) &&
    typeof (entry.immutable ?? {}) === "object" &&
    entry.immutable !== null &&
    ["yes", "maybe", "trace", "no"].includes(entry.created as string) &&
    (entry.created === "trace" || entry.immutable !== undefined) &&
    Number.isInteger(entry.process) &&
    [entry.time, entry.since ?? entry.time].every((time) => !Number.isNaN(Date.parse(time as string)));
  return isEntry ? (entry as unknown as JournalEntry) : undefined;
}

const TYPES: Readonly<Record<Exclude<keyof JournalEntry, "run" | "since" | "immutable">, string>> = {
  calling: "boolean",
  created: "string",
  kind: "string",
  name: "string",
  time: "string",
  process: "number",
  host: "string",
};

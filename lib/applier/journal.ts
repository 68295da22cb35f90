import { createHmac } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { entryName, JOURNAL_FOLDER, type JournalEntry, parseEntry } from "../protocol/journal-entry";
import type { Action } from "../protocol/request-file";
import { NotSentError } from "./applier-errors";

/** What a call is about, as its entry has it. */
export type EntrySubject = Pick<JournalEntry, "kind" | "name" | "immutable">;

/** The journal of one call; see `JournalEntry`. */
export class Journal {
  /** Path of the entry. */
  readonly path: string;
  private readonly former: JournalEntry | undefined;
  private own: JournalEntry;

  /**
   * @param requestFile path of the request file
   * @param service where the call goes: another one, or another project of it, has other entities
   */
  constructor(
    requestFile: string,
    service: { readonly baseUrl: string; readonly key: string },
    private readonly action: Action,
    subject: EntrySubject,
  ) {
    const folder = join(dirname(dirname(requestFile)), JOURNAL_FOLDER);
    const ofService = keyedDigest(service.baseUrl, service.key).slice(0, 8);
    this.path = join(folder, ofService, entryName(basename(requestFile), action));
    const time = new Date().toISOString();
    this.own = { calling: true, created: "no", ...subject, time, process: process.pid, host: hostname() };
    // an update may be repeated, whatever was before
    if (action === "create") this.former = this.read(this.path);
    if (this.former === undefined) return;
    // what an earlier create sent counts as long as nothing is known of this one
    this.own = { ...this.own, created: createdBy(this.former), immutable: this.former.immutable };
  }

  /** What is known about whether this stack has created the entity. */
  get created(): JournalEntry["created"] {
    return this.own.created;
  }

  /** The fields that an earlier create sent with another value, and that no update can change. */
  changedFields({ immutable }: EntrySubject): readonly string[] {
    const former = this.former?.immutable ?? immutable;
    const fields = new Set([...Object.keys(former), ...Object.keys(immutable)]);
    return [...fields].filter((field) => former[field] !== immutable[field]);
  }

  /**
   * Notes that the call is about to be made.
   *
   * @throws NotSentError when that cannot be written
   */
  start(): void {
    try {
      for (const folder of [dirname(dirname(this.path)), dirname(this.path)]) makeFolder(folder);
      write(this.path, this.own);
    } catch (error) {
      throw new NotSentError(
        `cannot write the journal entry ${this.path} (${(error as NodeJS.ErrnoException).code})`,
        "make its folder one that can be written to, and deploy again",
      );
    }
  }

  /** Notes that an attempt may have created the entity. */
  doubt(): void {
    if (this.own.created === "no") this.own = { ...this.own, created: "maybe" };
  }

  /** Notes that the service does not have the entity, whatever was sent before. */
  deny(): void {
    this.own = { ...this.own, created: "no" };
  }

  /** Notes that the call succeeded. */
  succeed({ immutable }: EntrySubject): void {
    this.own = { ...this.own, created: this.action === "create" ? "yes" : "no", immutable };
    this.end();
    if (this.action === "update") this.settleCreate();
  }

  /**
   * Notes that Terraform has learned, or is about to learn, how the call ended. An entry that cannot be changed says
   * enough: that is no reason to report a success as a failure, or to hide a refusal.
   */
  end(): void {
    this.own = { ...this.own, calling: false };
    try {
      if (this.own.created === "no") rmSync(this.path, { force: true });
      else write(this.path, this.own);
    } catch {
      // as above
    }
  }

  /** Ends the entry of a create that was cut off: the entity is there, and looks as declared. */
  private settleCreate(): void {
    const path = this.path.replace(/update\.json$/, "create.json");
    const create = this.read(path);
    if (!create?.calling) return;
    try {
      write(path, { ...create, calling: false, created: createdBy(create) });
    } catch {
      // then synth warns of it once more
    }
  }

  /** An entry about this very entity. */
  private read(path: string): JournalEntry | undefined {
    try {
      // a link leads to what somebody else has written
      const entry = lstatSync(path).isFile() ? parseEntry(readFileSync(path, "utf8")) : undefined;
      return entry?.kind === this.own.kind && entry.name === this.own.name ? entry : undefined;
    } catch {
      return undefined;
    }
  }
}

/** What an entry means for whether this stack has created the entity. */
function createdBy({ calling, created }: JournalEntry): JournalEntry["created"] {
  return calling && created === "no" ? "maybe" : created;
}

/** Writes an entry in one step, so that nobody reads half of it, and in place of a link rather than through it. */
function write(path: string, entry: JournalEntry): void {
  const draft = `${path}.${process.pid}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, JSON.stringify(entry), { flag: "wx" });
  renameSync(draft, path);
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  if (!lstatSync(path).isDirectory()) throw Object.assign(new Error("a link"), { code: "a symbolic link" });
}

/** A digest of a text that tells nothing to those who do not have the key, hexadecimal. */
export function keyedDigest(text: string, key: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

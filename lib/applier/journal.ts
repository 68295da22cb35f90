import { createHmac } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { sha256 } from "../entity/sha256";
import { type Action, stepFor } from "../entity/steps";
import { entryPath, type JournalEntry, parseEntry } from "../protocol/journal-entry";
import { nameOf, placesIn, type Request } from "../protocol/request-file";
import { namesInFolder, removeFile, textOfOwnFile, writeWhole } from "../protocol/whole-file";
import { isTerraform, replaceOpaque } from "../value/value";
import { NotSentError } from "./applier-errors";
import type { FilledRequest } from "./read-request";

/**
 * Whether this stack has created an entity. "other key": a deploy with another key has, or may have. That key may be of
 * another project, so this is no proof.
 */
type Created = JournalEntry["created"] | "other key";

/** The journal of one call; see `JournalEntry`. */
export class Journal {
  /** Path of the entry, from the folder of the stack. */
  readonly path: string;
  private readonly previous: JournalEntry | undefined;
  private entriesOfOtherKeys: readonly string[] = [];
  private entry: JournalEntry;

  /**
   * @param requestFile path of the request file
   * @param service where the call goes. Another service, or another project of it, has other entities
   */
  constructor(
    requestFile: string,
    service: { readonly baseUrl: string; readonly key: string },
    private readonly action: Action,
    private readonly subject: EntrySubject,
  ) {
    const { baseUrl, key } = service;
    const address = sha256(baseUrl).slice(0, 8);
    this.path = entryPath(requestFile, `${address}-${keyedDigest(baseUrl, key).slice(0, 8)}`, action);
    const time = new Date().toISOString();
    this.entry = { calling: true, created: "no", ...subject.entity, time, process: process.pid, host: hostname() };
    // an update may always be repeated, so what came before does not matter
    if (action !== "create") return;
    this.entriesOfOtherKeys = this.findEntriesOfOtherKeys(`${address}-`);
    this.previous = this.read(this.path);
    if (this.previous === undefined) return;
    // until this create has an end, what an earlier one sent still counts
    this.entry = { ...this.entry, created: knownCreation(this.previous), immutable: this.previous.immutable };
  }

  /** Whether this stack has created the entity, as far as is known. */
  get created(): Created {
    const { created } = this.entry;
    return created === "no" && this.entriesOfOtherKeys.length > 0 ? "other key" : created;
  }

  /** Paths of the entries by which the entity may exist. */
  get evidence(): readonly string[] {
    if (this.created === "other key") return this.entriesOfOtherKeys;
    return this.created === "no" ? [] : [this.path];
  }

  /** The fields that a create sends and no update can change. */
  get fixedFields(): readonly string[] {
    return Object.keys(this.subject.entity.immutable);
  }

  /** Those of them that an earlier create sent with another value. */
  get changedFields(): readonly string[] {
    const { immutable } = this.subject.entity;
    const before = this.previous?.immutable ?? immutable;
    const fields = new Set([...Object.keys(before), ...Object.keys(immutable)]);
    return [...fields].filter((field) => before[field] !== immutable[field]);
  }

  /**
   * Records that the call is about to be made.
   *
   * @throws NotSentError when the entry cannot be written
   */
  start(): void {
    this.write(this.path, this.entry);
    if (this.action === "update") this.forgetUpdatedFields();
  }

  /** Whether an attempt may have created the entity, and nothing proves it. */
  get isUnclear(): boolean {
    return this.entry.created === "maybe";
  }

  /** Records that an attempt may have created the entity. */
  markUnclear(): void {
    if (this.entry.created === "no") this.entry = { ...this.entry, created: "maybe" };
  }

  /** Records that the service does not have the entity, in spite of earlier attempts. */
  markNotCreated(): void {
    this.entry = { ...this.entry, created: "no" };
    this.entriesOfOtherKeys = [];
  }

  /** Records that the call succeeded. */
  succeed(): void {
    const { immutable } = this.subject.entity;
    this.entry = { ...this.entry, created: this.action === "create" ? "yes" : "no", immutable };
    this.finish();
    if (this.action === "update") this.finishCutOffCreate();
  }

  /**
   * Records that Terraform knows, or is about to know, how the call ended. If that cannot be written, the former entry
   * stays: it must not turn a success into a failure, nor hide a refusal.
   */
  finish(): void {
    this.entry = { ...this.entry, calling: false };
    try {
      if (this.entry.created === "no") removeFile(this.path);
      else writeEntry(this.path, this.entry);
    } catch {
      // the former entry stays
    }
  }

  /**
   * Removes, before an update, the fields that it carries from the entry of the create. The create may have been without an
   * update, so that they counted as immutable; from now on, its values no longer say what the service has.
   *
   * @throws NotSentError when that cannot be written
   */
  forgetUpdatedFields(): void {
    const { updated } = this.subject;
    const create = this.action === "create" ? this.entry : this.read(this.createPath);
    if (create === undefined || !updated.some((field) => Object.hasOwn(create.immutable, field))) return;
    const kept = Object.entries(create.immutable).filter(([field]) => !updated.includes(field));
    const changed = { ...create, immutable: Object.fromEntries(kept) };
    if (this.action === "create") this.entry = changed;
    this.write(this.createPath, changed);
  }

  /** Finishes the entry of a create that was cut off: after the update, the entity exists as declared. */
  private finishCutOffCreate(): void {
    const create = this.read(this.createPath);
    if (!create?.calling) return;
    try {
      writeEntry(this.createPath, { ...create, calling: false, created: knownCreation(create) });
    } catch {
      // the entry stays, and synth warns of the cut-off create once more
    }
  }

  private write(path: string, entry: JournalEntry): void {
    try {
      for (const folder of [dirname(dirname(path)), dirname(path)]) makeFolder(folder);
      writeEntry(path, entry);
    } catch (error) {
      throw new NotSentError(
        `cannot write the journal entry ${resolve(path)} (${(error as NodeJS.ErrnoException).code})`,
        "make its directory writable, and deploy again",
        [],
        "journal",
      );
    }
  }

  /** Path of the entry of the create; of a create, its own. */
  private get createPath(): string {
    return this.path.replace(/update\.json$/, "create.json");
  }

  /**
   * The entries of this call by other keys at this address, of creates that succeeded or may have. Their names are not
   * compared: one that may be a secret is a digest by its key.
   */
  private findEntriesOfOtherKeys(address: string): readonly string[] {
    const own = dirname(this.path);
    return namesInFolder(dirname(own))
      .filter((name) => name.startsWith(address) && name !== basename(own))
      .map((name) => join(dirname(own), name, basename(this.path)))
      .filter((path) => {
        const entry = parseEntry(textOfOwnFile(path) ?? "");
        return entry?.kind === this.entry.kind && knownCreation(entry) !== "no";
      });
  }

  /** The entry at a path, if it is about this entity. */
  private read(path: string): JournalEntry | undefined {
    const entry = parseEntry(textOfOwnFile(path) ?? "");
    return entry?.kind === this.entry.kind && entry.name === this.entry.name ? entry : undefined;
  }
}

/** What an entry says of the entity: a create that was cut off may have been carried out. */
function knownCreation({ calling, created }: JournalEntry): JournalEntry["created"] {
  return calling && created === "no" ? "maybe" : created;
}

function writeEntry(path: string, entry: JournalEntry): void {
  writeWhole(path, JSON.stringify(entry));
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  if (!lstatSync(path).isDirectory()) throw Object.assign(new Error("a link"), { code: "a symbolic link" });
}

/** The entity that a call is about, as its entry has it. */
interface EntrySubject {
  readonly entity: Pick<JournalEntry, "kind" | "name" | "immutable">;
  /** The fields that its update carries. */
  readonly updated: readonly string[];
}

/**
 * The entity of a request, without a value that may be a secret.
 *
 * @param planned the request as it stands in its file
 * @param filled the same with its deferred values
 * @param key that makes the digests useless to those who do not have it
 */
export function entrySubject(action: Action, planned: Request, filled: FilledRequest, key: string): EntrySubject {
  const digest = (text: string) => keyedDigest(text, key);
  const updated = stepFor(planned, "update")?.fields ?? [];
  return {
    entity: {
      kind: planned.kind,
      name: nameOf(planned) ?? digest(nameOf(filled.request) ?? ""),
      immutable: action === "create" ? immutableFields(planned, updated, filled.values, digest) : {},
    },
    updated,
  };
}

/**
 * A digest for each field that a create sends and no update can change. A secret counts by its variable, so that rotating
 * it changes nothing.
 */
function immutableFields(
  request: Request,
  updated: readonly string[],
  values: readonly unknown[],
  digest: (text: string) => string,
): Record<string, string> {
  const { fields, identity } = request;
  const names = stepFor(request, "create")?.fields ?? [];
  return Object.fromEntries(
    // what identifies the entity is in its name
    names
      .filter((name) => !identity.includes(name) && !updated.includes(name))
      .map((name) => {
        const value = fields[name] ?? null;
        const places = placesIn(value).map(({ at, deferred: { parts } }) => [
          at,
          parts.map((part) =>
            typeof part === "object" && isTerraform(part) ? values[part.terraform as number] : part,
          ),
        ]);
        return [name, digest(JSON.stringify([replaceOpaque(value, () => null), places]))];
      }),
  );
}

/** A digest of a text, hexadecimal, that reveals nothing to those who do not have the key. */
function keyedDigest(text: string, key: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

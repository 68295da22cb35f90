import { createHmac } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, resolve } from "node:path";
import { isTerraform, withDeferred } from "../entity/deferred-value";
import { type Action, stepFor } from "../entity/step";
import { entryPath, type JournalEntry, parseEntry } from "../protocol/journal-entry";
import { nameOf, placesIn, pointerStep, type Request } from "../protocol/request-file";
import { removeFile, textOfOwnFile, writeWhole } from "../protocol/whole-file";
import { NotSentError } from "./applier-errors";
import type { FilledRequest } from "./fill-deferred";

/** The entity that a call is about, as its entry has it. */
export type EntrySubject = Pick<JournalEntry, "kind" | "name" | "immutable">;

/**
 * The entity of a request, without a value that may be a secret.
 *
 * @param planned the request as it stands in its file
 * @param filled the same with its deferred values
 * @param key that makes the digests useless to those who do not have it
 */
export function entrySubject(action: Action, planned: Request, filled: FilledRequest, key: string): EntrySubject {
  const digest = (text: string) => keyedDigest(text, key);
  return {
    kind: planned.kind,
    name: nameOf(planned) ?? digest(nameOf(filled.request) ?? ""),
    immutable: action === "create" ? immutableFields(planned, filled.values, digest) : {},
  };
}

/** The journal of one call; see `JournalEntry`. */
export class Journal {
  /** Path of the entry, from the folder of the stack. */
  readonly path: string;
  private readonly previous: JournalEntry | undefined;
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
    this.path = entryPath(requestFile, keyedDigest(service.baseUrl, service.key).slice(0, 8), action);
    const time = new Date().toISOString();
    this.entry = { calling: true, created: "no", ...subject, time, process: process.pid, host: hostname() };
    // an update may always be repeated, so what came before does not matter
    if (action === "create") this.previous = this.read(this.path);
    if (this.previous === undefined) return;
    // until this create has an end, what an earlier one sent still counts
    this.entry = { ...this.entry, created: createdBy(this.previous), immutable: this.previous.immutable };
  }

  /** Whether this stack has created the entity, as far as is known. */
  get created(): JournalEntry["created"] {
    return this.entry.created;
  }

  /** The fields that a create sends and no update can change. */
  get fixedFields(): readonly string[] {
    return Object.keys(this.subject.immutable);
  }

  /** Those of them that an earlier create sent with another value. */
  get changedFields(): readonly string[] {
    const { immutable } = this.subject;
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
    try {
      for (const folder of [dirname(dirname(this.path)), dirname(this.path)]) makeFolder(folder);
      writeEntry(this.path, this.entry);
    } catch (error) {
      throw new NotSentError(
        `cannot write the journal entry ${resolve(this.path)} (${(error as NodeJS.ErrnoException).code})`,
        "make its folder writable, and deploy again",
      );
    }
  }

  /** Records that an attempt may have created the entity. */
  markMaybeCreated(): void {
    if (this.entry.created === "no") this.entry = { ...this.entry, created: "maybe" };
  }

  /** Records that the service does not have the entity, in spite of earlier attempts. */
  markNotCreated(): void {
    this.entry = { ...this.entry, created: "no" };
  }

  /** Records that the call succeeded. */
  succeed(): void {
    const { immutable } = this.subject;
    this.entry = { ...this.entry, created: this.action === "create" ? "yes" : "no", immutable };
    this.finish();
    if (this.action === "update") this.finishCreate();
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
      // as above
    }
  }

  /** Finishes the entry of a create that was cut off: the entity exists now, as declared. */
  private finishCreate(): void {
    const path = this.path.replace(/update\.json$/, "create.json");
    const create = this.read(path);
    if (!create?.calling) return;
    try {
      writeEntry(path, { ...create, calling: false, created: createdBy(create) });
    } catch {
      // synth then warns of it once more
    }
  }

  /** The entry at a path, if it is about this entity. */
  private read(path: string): JournalEntry | undefined {
    const entry = parseEntry(textOfOwnFile(path) ?? "");
    return entry?.kind === this.entry.kind && entry.name === this.entry.name ? entry : undefined;
  }
}

/**
 * A digest for each field that a create sends and no update can change. A secret counts by its variable, so that rotating
 * it changes nothing.
 */
function immutableFields(
  request: Request,
  values: readonly unknown[],
  digest: (text: string) => string,
): Record<string, string> {
  const { fields, identity } = request;
  const changeable = stepFor(request, "update")?.fields ?? [];
  const names = stepFor(request, "create")?.fields ?? [];
  return Object.fromEntries(
    // what identifies the entity is in its name
    names
      .filter((name) => !identity.includes(name) && !changeable.includes(name))
      .map((name) => {
        const value = fields[name] ?? null;
        // the places are as former versions had them: the digests of their entries still count
        const places = placesIn(value).map(({ at, deferred: { parts } }) => [
          `/calls/create/body${pointerStep(name)}${at}`,
          parts.map((part) =>
            typeof part === "object" && isTerraform(part) ? values[part.terraform as number] : part,
          ),
        ]);
        return [name, digest(JSON.stringify([withDeferred(value, () => null), places]))];
      }),
  );
}

/** Whether this stack has created the entity, by an entry. */
function createdBy({ calling, created }: JournalEntry): JournalEntry["created"] {
  return calling && created === "no" ? "maybe" : created;
}

function writeEntry(path: string, entry: JournalEntry): void {
  writeWhole(path, JSON.stringify(entry));
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  if (!lstatSync(path).isDirectory()) throw Object.assign(new Error("a link"), { code: "a symbolic link" });
}

/** A digest of a text, hexadecimal, that reveals nothing to those who do not have the key. */
function keyedDigest(text: string, key: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { sha256 } from "../entity/sha256";
import type { Action } from "../entity/steps";
import {
  type Creation,
  creationBy,
  creationTime,
  entryPath,
  type JournalEntry,
  readEntry,
} from "../protocol/journal-entry";
import { namesInFolder } from "../protocol/whole-file";
import { EntryFile } from "./entry-file";
import { type EntrySubject, keyedDigest } from "./entry-subject";

/**
 * What is known of a create. "other key": a deploy with another key has made it, or may have. That key may be of another
 * project, so this is no proof.
 */
type Created = Creation | "other key";

/** The other call of an entity that has two. */
const OTHER_CALL: Readonly<Partial<Record<Action, Action>>> = { create: "update", update: "create" };

/** The journal of one call; see `JournalEntry`. */
export class Journal {
  /** The entry of this call. */
  private readonly own: EntryFile;
  /** The entry of the entity's other call; its own, where the entity has no other. */
  private readonly beside: EntryFile;
  private readonly previous: JournalEntry | undefined;
  private others: OtherEntries = { byOtherKeys: [], traces: [] };
  private entry: JournalEntry;
  private mayHaveCreated = false;
  private readonly run = randomBytes(16).toString("hex");
  /** Who wrote the entry of the entity's other call when this one began. */
  private readonly runBeside: string | undefined;

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
    const folder = `${address}-${keyedDigest(baseUrl, key).slice(0, 8)}`;
    this.own = new EntryFile(entryPath(requestFile, folder, action));
    this.beside = new EntryFile(entryPath(requestFile, folder, OTHER_CALL[action] ?? action));
    const time = new Date().toISOString();
    const { run } = this;
    this.entry = { calling: true, created: "no", ...subject.entity, time, run, process: process.pid, host: hostname() };
    this.runBeside = this.beside.run;
    // an update may always be repeated, so what came before does not matter
    if (action !== "create") return;
    this.others = this.findOthers(`${address}-`);
    const found = this.own.read();
    const created = creationBy(found, this.entry);
    // until this create has an end, what an earlier one sent still counts
    this.entry = { ...this.entry, created };
    this.previous = this.ifOfEntity(found);
    if (this.previous === undefined) return;
    // what may prove that it is ours, grows no younger by another attempt
    const { immutable = subject.entity.immutable } = this.previous;
    this.entry = { ...this.entry, immutable, since: creationTime(this.previous) };
  }

  /** Path of the entry, from the folder of the stack. */
  get path(): string {
    return this.own.path;
  }

  get created(): Created {
    const { created } = this.entry;
    if (created === "yes" || created === "maybe") return created;
    if (this.others.byOtherKeys.length > 0) return "other key";
    return this.others.traces.length > 0 ? "trace" : created;
  }

  /** Paths of the entries by which the entity may exist. */
  get evidence(): readonly string[] {
    const { byOtherKeys, traces } = this.others;
    return [...(this.entry.created === "no" ? [] : [this.path]), ...byOtherKeys, ...traces];
  }

  /** The fields that a create sends and no update can change. */
  get fixedFields(): readonly string[] {
    return Object.keys(this.subject.entity.immutable ?? {});
  }

  /** Those of them that an earlier create sent with another value. */
  get changedFields(): readonly string[] {
    const { immutable = {} } = this.subject.entity;
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
    this.own.write(this.entry);
    if (this.action === "update") this.forgetUpdatedFields();
  }

  /**
   * Whether another deploy has an entry about the entity by now: its calls count, and this one must neither send nor write
   * any more. So it is, too, where the entry is gone.
   */
  get isTakenOver(): boolean {
    const beside = this.beside.run;
    const isBesideNew = beside !== undefined && beside !== this.runBeside && beside !== this.run;
    return isBesideNew || this.own.run !== this.run;
  }

  /** Whether an attempt may have created the entity, and nothing proves it. */
  get isUnclear(): boolean {
    return this.entry.created === "maybe";
  }

  /** Whether that was an attempt of this run. */
  get isNewlyUnclear(): boolean {
    return this.isUnclear && this.mayHaveCreated;
  }

  /** Records that an attempt may have created the entity. */
  markUnclear(): void {
    this.mayHaveCreated = true;
    if (this.entry.created !== "yes") this.entry = { ...this.entry, created: "maybe", since: undefined };
  }

  /** Records that the service has created the entity, which alone proves that it is ours. */
  markCreated(): void {
    this.entry = { ...this.entry, created: "yes", since: undefined };
  }

  /** Records that the service does not have the entity, by its response to an update: what proved a create does no more. */
  markNotFound(): void {
    if (this.action === "create") {
      this.entry = { ...this.entry, created: "trace" };
      this.others = { byOtherKeys: [], traces: [] };
      return;
    }
    const immutable = this.createEntry?.immutable;
    const trace: JournalEntry = { ...this.entry, calling: false, created: "trace", immutable };
    if (!this.isTakenOver) this.createFile.settle(trace);
  }

  /**
   * Records that the call succeeded: what was adopted, or found, is as little proven as before.
   *
   * @returns whether this call still was the one that counts
   */
  succeed(): boolean {
    if (this.isTakenOver) return false;
    const { immutable } = this.subject.entity;
    const { created } = this.entry;
    const adopted = created === "no" ? "trace" : created;
    this.entry = { ...this.entry, created: this.action === "create" ? adopted : "no", immutable };
    if (this.action === "update") this.finishCutOffCreate();
    this.end();
    return true;
  }

  /**
   * Records that Terraform knows, or is about to know, how the call ended. If that cannot be written, the former entry
   * stays: it must not turn a success into a failure, nor hide a refusal.
   */
  finish(): void {
    if (!this.isTakenOver) this.end();
  }

  private end(): void {
    this.entry = { ...this.entry, calling: false };
    this.own.settle(this.entry.created === "no" ? undefined : this.entry);
  }

  /**
   * Removes, before an update, the fields that it carries from the entry of the create. The create may have been without an
   * update, so that they counted as immutable; from now on, its values no longer say what the service has.
   *
   * @throws NotSentError when that cannot be written
   */
  forgetUpdatedFields(): void {
    const { updated } = this.subject;
    const create = this.action === "create" ? this.entry : this.createEntry;
    const { immutable = {} } = create ?? {};
    if (create === undefined || !updated.some((field) => Object.hasOwn(immutable, field)) || this.isTakenOver) return;
    const kept = Object.entries(immutable).filter(([field]) => !updated.includes(field));
    const changed = { ...create, immutable: Object.fromEntries(kept) };
    if (this.action === "create") this.entry = changed;
    this.createFile.write(changed);
  }

  /** Finishes the entry of a create that was cut off: after the update, the entity exists as declared. */
  private finishCutOffCreate(): void {
    const create = this.createEntry;
    // where it cannot be written, synth warns of the cut-off create once more
    if (!create?.calling) return;
    const created = creationBy(create, this.entry);
    const since = created === "yes" ? create.since : undefined;
    this.createFile.settle({ ...create, calling: false, created, since });
  }

  /** The entry of the create; of a create, its own. */
  private get createFile(): EntryFile {
    return this.action === "create" ? this.own : this.beside;
  }

  /** The entry of the create, if it is about this entity. */
  private get createEntry(): JournalEntry | undefined {
    return this.ifOfEntity(this.createFile.read());
  }

  private ifOfEntity(entry: ReturnType<typeof readEntry>): JournalEntry | undefined {
    const { kind, name } = this.entry;
    return typeof entry === "object" && entry.kind === kind && entry.name === name ? entry : undefined;
  }

  /**
   * What other keys and other addresses have of this call, a former name of the service among them. The names of the
   * entities are not compared: one that may be a secret is a digest by its key.
   *
   * @param address with which the folders of this address begin
   */
  private findOthers(address: string): OtherEntries {
    const own = dirname(this.path);
    const { kind } = this.entry;
    const found = namesInFolder(dirname(own))
      .filter((folder) => folder !== basename(own))
      .map((folder) => {
        const path = join(dirname(own), folder, basename(this.path));
        return { path, isHere: folder.startsWith(address), created: creationBy(readEntry(path), { kind }) };
      })
      .filter(({ created }) => created !== "no");
    const pathsOf = (isOfOtherKey: boolean) =>
      found.filter(({ isHere, created }) => (isHere && created !== "trace") === isOfOtherKey).map(({ path }) => path);
    return { byOtherKeys: pathsOf(true), traces: pathsOf(false) };
  }
}

/** Paths of the entries about the same call that are not of this address and key. */
interface OtherEntries {
  /** Of creates at this address that succeeded, or may have. */
  readonly byOtherKeys: readonly string[];
  /** All others. */
  readonly traces: readonly string[];
}

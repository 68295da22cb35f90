import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";
import * as z from "zod";
import { kindNames } from "../api/kind-names";
import type { RecordStore } from "../emulator";
import { removeDraftsOf, removeFile, textOfFile, writeWhole } from "../protocol/whole-file";
import { parseJson } from "../value/json";
import { CommandError, toWriteElsewhere, unreadableText } from "./io";

/** What a store is of, so that no other file is taken for one, nor a store that a later version has written. */
const FORMAT = "cdktf-experimentation emulator";
const VERSION = 1;

const content = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** Brand in the names of the kept fields. */
  vendor: z.string(),
  records: z.array(
    z.object({
      kind: z.enum(kindNames),
      id: z.string(),
      data: z.record(z.string(), z.unknown()),
      createdTime: z.number(),
      modifiedTime: z.number(),
    }),
  ),
});

/** A file that keeps the records of an emulator, and that no other emulator uses meanwhile. */
export interface StoreFile extends RecordStore {
  /** Lets others use the file. */
  release(): void;
}

/**
 * Opens the store in a file, or makes it.
 *
 * @param vendor of the emulator
 * @throws CommandError when the file is no store, cannot be written, or another emulator uses it
 */
export function openStore(file: string, vendor: string, directory: string): StoreFile {
  const path = resolve(directory, file);
  const lock = `${path}.lock`;
  takeLock(lock, file);
  try {
    removeDraftsOf(path);
    const records = recordsIn(path, file, vendor);
    const save: RecordStore["save"] = (kept) => {
      const text = JSON.stringify({ format: FORMAT, version: VERSION, vendor, records: kept }, null, 1);
      try {
        // it has the secrets of prompts
        writeWhole(path, `${text}\n`, 0o600);
      } catch (error) {
        throw notWritten(file, error);
      }
    };
    if (records === undefined) save([]);
    return { records: records ?? [], save, release: () => removeFile(lock) };
  } catch (error) {
    removeFile(lock);
    throw error;
  }
}

/** The records that a file keeps; undefined where there is no file. */
function recordsIn(path: string, file: string, vendor: string): RecordStore["records"] | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw storeError(`${file} cannot be read: ${unreadableText(error)}`, "name another file by --store");
  }
  const json = parseJson(text);
  const { data } = content.safeParse(json);
  if (data === undefined) {
    const { version } = z.object({ format: z.literal(FORMAT), version: z.number() }).safeParse(json).data ?? {};
    const what =
      version === undefined || version === VERSION ? "is no store of an emulator" : `is of version ${version}`;
    throw storeError(`${file} ${what}, and was left as it is`, "name another file by --store");
  }
  if (data.vendor === vendor) return data.records;
  throw storeError(
    `${file} was kept for the vendor ${data.vendor}`,
    `add --vendor ${data.vendor}, or name another file`,
  );
}

/** Makes a file that says which process uses the store. One that a process left, which is gone, is taken over. */
function takeLock(lock: string, file: string): void {
  for (const isSecond of [false, true]) {
    try {
      const descriptor = openSync(lock, "wx", 0o600);
      try {
        writeSync(descriptor, `${process.pid}`);
      } catch (error) {
        removeFile(lock);
        throw error;
      } finally {
        closeSync(descriptor);
      }
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST") throw notWritten(lock, error);
      const owner = ownerOf(lock);
      if (owner !== undefined || isSecond) {
        throw storeError(
          `another emulator uses ${file} (process ${owner})`,
          `stop it, or name another file by --store; if none runs, remove ${lock}`,
        );
      }
      removeFile(lock);
    }
  }
}

/** The id of the process that holds a lock; undefined where it is gone. */
function ownerOf(lock: string): string | undefined {
  const owner = textOfFile(lock) ?? "";
  try {
    process.kill(Number(owner), 0);
    return owner;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH" ? undefined : owner;
  }
}

/** Whether git would commit a file: one of its repository that no rule ignores. */
export function isSeenByGit(file: string, directory: string): boolean {
  const path = resolve(directory, file);
  try {
    execFileSync("git", ["check-ignore", "--quiet", path], { cwd: dirname(path), stdio: "ignore" });
    return false;
  } catch (error) {
    // 1: it is not ignored; 128: there is no repository
    return (error as { readonly status?: number }).status === 1;
  }
}

function notWritten(file: string, error: unknown): CommandError {
  const next = toWriteElsewhere((error as NodeJS.ErrnoException).code, "name another file by --store");
  return storeError(`${file} cannot be written: ${unreadableText(error)}`, next);
}

function storeError(what: string, next: string): CommandError {
  return new CommandError(what, next, [], "out");
}

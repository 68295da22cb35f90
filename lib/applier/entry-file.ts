import { lstatSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type JournalEntry, readEntry } from "../protocol/journal-entry";
import { isDiskFull, makeFolder, removeFile, writeWhole } from "../protocol/whole-file";
import { NotSentError } from "./applier-errors";

/** The file of an entry of the journal, also where there is none yet. */
export class EntryFile {
  /** @param path from the folder of the stack */
  constructor(readonly path: string) {}

  read(): ReturnType<typeof readEntry> {
    return readEntry(this.path);
  }

  /** The run that wrote the entry. */
  get run(): string | undefined {
    const entry = this.read();
    return typeof entry === "object" ? entry.run : undefined;
  }

  /** @throws NotSentError when it cannot be written */
  write(entry: JournalEntry): void {
    try {
      for (const folder of [dirname(dirname(this.path)), dirname(this.path)]) makeOwnFolder(folder);
      this.replace(entry);
    } catch (error) {
      const code = String((error as NodeJS.ErrnoException).code);
      throw new NotSentError(
        `cannot write the journal entry ${resolve(this.path)} (${code})`,
        `${toWrite(code)}, and deploy again`,
        [],
        "journal",
      );
    }
  }

  /** Writes the entry after the call, or removes it, if that can be done; else what the file held stays. */
  settle(entry: JournalEntry | undefined): void {
    try {
      if (entry === undefined) removeFile(this.path);
      else this.replace(entry);
    } catch {
      // the former entry stays
    }
  }

  private replace(entry: JournalEntry): void {
    writeWhole(this.path, JSON.stringify(entry));
  }
}

const LINK = "a symbolic link";

/** How to make an entry writable, by the code of what cannot be written. */
function toWrite(code: string): string {
  if (["EEXIST", "ENOTDIR", "ENOENT", LINK].includes(code)) return "remove what on this path is no directory";
  return isDiskFull(code) ? "make room on its disk" : "make its directory writable";
}

/** Makes a folder that leads nowhere else. */
function makeOwnFolder(path: string): void {
  makeFolder(path);
  if (!lstatSync(path).isDirectory()) throw Object.assign(new Error("a link"), { code: LINK });
}

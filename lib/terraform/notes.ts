import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { NOTES_FOLDER, noteStates } from "../interface/request";

/**
 * Forgets that things were created which the stack declares no longer: when one of them comes back, it may have become
 * others', and is to be adopted like any other.
 *
 * @param folder of the synthesised stack
 * @param declared names of the request files that the stack has now
 */
export function forgetNotes(folder: string, declared: ReadonlySet<string>): void {
  const done = join(folder, NOTES_FOLDER, noteStates.done);
  for (const name of filesIn(done)) if (!declared.has(name)) rmSync(join(done, name));
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // most stacks have no such folder
    return [];
  }
}

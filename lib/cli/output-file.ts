import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { CommandError } from "./command-errors";
import type { Io } from "./io";

/**
 * Writes what a command has made to the file that `--out` names, else to the standard output.
 *
 * @param isNew whether the file must not exist yet: nobody loses what they wrote into it
 * @throws CommandError when the file cannot be written
 */
export function writeResult(text: string, file: string | undefined, io: Io, isNew = false): void {
  if (file === undefined) {
    io.stdout.write(text);
    return;
  }
  try {
    writeFileSync(resolve(io.directory, file), text, { flag: isNew ? "wx" : "w" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === "EEXIST" ? `${file} exists already` : `${file} cannot be written (${code})`,
      code === "EEXIST" ? "name another file by --out, or remove this one" : "name another file by --out",
    );
  }
}

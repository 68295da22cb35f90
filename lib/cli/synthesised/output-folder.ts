import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Io } from "../io";

/** What cdktf takes when nothing else is said. */
export const OUTPUT_FOLDER = "cdktf.out";

/** The folder that `cdktf synth` has written to: the one given, else what `cdktf.json` says, else `cdktf.out`. */
export function outputFolder(given: string | undefined, io: Pick<Io, "directory">): string {
  return resolve(io.directory, given ?? configured(io.directory) ?? OUTPUT_FOLDER);
}

function configured(directory: string): string | undefined {
  try {
    const { output } = JSON.parse(readFileSync(join(directory, "cdktf.json"), "utf8")) as { readonly output?: unknown };
    return typeof output === "string" ? output : undefined;
  } catch {
    // a folder without cdktf.json is fine, and what is wrong with one is for cdktf to say
    return undefined;
  }
}

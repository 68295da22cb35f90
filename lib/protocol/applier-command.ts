import { join } from "node:path";
import type { Action } from "../entity/steps";

/** Folder of the applier as the build leaves it, which a stack takes whole. */
export function applierBundle(): string {
  return join(__dirname, "..", "..", "dist", "applier", "bundle");
}

/** Environment variable in which Terraform passes on values: a JSON array, or its length in bytes where that is too long. */
export const VALUES_VARIABLE = "EXPERIMENTATION_VALUES";

/** Longest array that is passed on, in bytes. On Windows a variable holds at most 32,767 characters. */
export const LONGEST_VALUES = 30_000;

/** Environment variable that makes the creates of a deploy adopt what exists, as `adopt: true` would, when "true". */
export const ADOPT_VARIABLE = "SERVICE_ADOPT_EXISTING";

/** Folder of the request files, in the folder of the synthesised stack. */
export const REQUESTS_FOLDER = "requests";

/** The only argument of the applier: action, digest of the request file, and its path, which may contain spaces. */
export function commandText(action: Action, digest: string, file: string): string {
  return `${action} ${digest} ${file}`;
}

/** The request that a command names, or an expression with a command in it: its digest, and the name of its file. */
export function requestNamedIn(command: string): { readonly digest: string; readonly file: string } | undefined {
  // here, and not above: every call loads this file, and only a review needs the pattern
  const named = new RegExp(`\\b([0-9a-f]{64}) ${REQUESTS_FOLDER}/([^"/]+\\.json)`);
  const [, digest, file] = named.exec(command) ?? [];
  return digest === undefined || file === undefined ? undefined : { digest, file };
}

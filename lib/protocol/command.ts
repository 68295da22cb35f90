import type { Action } from "../entity/step";

/**
 * Environment variable in which Terraform passes on values: a JSON array. A long array is compressed, encoded in base64
 * and split: then this holds the number of parts, and `EXPERIMENTATION_VALUES_0` and so on hold the parts.
 */
export const VALUES_VARIABLE = "EXPERIMENTATION_VALUES";

/** How much the variables hold, in characters. */
export const valuesLimits = {
  /** Longest array that is passed on uncompressed. */
  unzipped: 30_000,
  /** Length of a part, a multiple of 1,000. On Windows a variable holds at most 32,767 characters. */
  part: 30_000,
  /** Most parts. On macOS all variables and arguments together hold at most 1 MiB. */
  parts: 30,
} as const;

/** Environment variable that makes the creates of a deploy take over what exists, as `adopt: true` would, when "true". */
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

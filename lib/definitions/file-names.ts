import { asSeen } from "../text/characters";
import { isOneSlip } from "../text/did-you-mean";

/** The file of a directory that holds what definitions there and below take where they have no value of their own. */
export const DEFAULTS = "_defaults.yaml";

/** What a file's name says that it holds. */
type Role =
  | "definitions"
  | "defaults"
  /** Defaults by another spelling of the name. */
  | "misspelt-defaults"
  /** Most likely definitions, under a name that is nearly right. */
  | "misspelt-definitions"
  | "other";

const EXTENSION = /\.(ya?ml|json)$/i;
export const EXTENSIONS = ".yaml, .yml or .json";

/** Formats that are like those that are read, or that other tools have definitions in. */
const SIMILAR_FORMATS = ["jsonc", "json5", "jsonl", "ndjson", "hjson", "cson", "toml", "tf", "hcl"];

export function roleOf(name: string): Role {
  if (name === DEFAULTS) return "defaults";
  const isNear = isNearlyRight(name);
  if (isNear && /^_defaults?\./i.test(asSeen(name))) return "misspelt-defaults";
  if (EXTENSION.test(name)) return "definitions";
  return isNear ? "misspelt-definitions" : "other";
}

/** Whether a name ends nearly as one of definitions: `.yaml.txt`, `.yamll`, `.jsonc`. */
function isNearlyRight(name: string): boolean {
  const seen = asSeen(name);
  if (EXTENSION.test(seen) || /\.(ya?ml|json)\.?(\s|\.|\(\d+\)|txt|text|rtf)*$/i.test(seen)) return true;
  const ending = (/\.(\w+)$/.exec(seen)?.[1] ?? "").toLowerCase();
  return (
    SIMILAR_FORMATS.includes(ending) ||
    ["yaml", "json"].some((right) => isOneSlip(ending, right)) ||
    /^y+m+l+$/.test(ending)
  );
}

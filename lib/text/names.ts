import type { Path, PathStep } from "../value/value";
import { quoted, withEndsSeen } from "./visible";

/** An entity as people read of it. */
export interface Titled {
  readonly kind: string;
  /** Null where it is known at deploy time only. */
  readonly name: string | null;
}

/** "experiment one_page_checkout (checkout/one-page)"; without a place where none is given. */
export function titleOf({ kind, name, place }: Titled & { readonly place?: string | undefined }): string {
  return `${labelOf(kind)} ${nameText(name)}${place === undefined ? "" : ` (${place})`}`;
}

/** The name of an entity as a reader sees it. */
export function nameText(name: string | null): string {
  return name ?? "(named during the deploy)";
}

/** A kind as messages name it: "metric source" for `metric_source`. */
export function labelOf(kind: string): string {
  return kind.replaceAll("_", " ");
}

/** Where the code has an entity. */
export interface Placed {
  /** Path of the construct. */
  readonly construct: string;
  /** The file that declares it, if one does: `experiments/gift_note.yaml`. */
  readonly file?: string;
}

/** Where people find an entity: the file that declares it, or else the construct; nowhere once it has left the code. */
export function placeText<Construct extends string | undefined>(placed: {
  readonly construct?: Construct;
  readonly file?: string | undefined;
}): string | Construct {
  return placed.file ?? (placed.construct as Construct);
}

/** As people sort names: capitals do not count, and numbers count as numbers. It is not made where a bundle does not use it. */
export const naturalOrder = /* @__PURE__ */ new Intl.Collator("en", { numeric: true });

/** A path as users write it: `groups[0].size`. It is for readers, and never read back. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      const name = String(step);
      if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `[${quoted(name)}]`;
      return index === 0 ? name : `.${name}`;
    })
    .join("");
}

/** What is written with capitals in words, too. */
const PROPER: Readonly<Record<string, string>> = {
  bonferroni: "Bonferroni",
  benjamini: "Benjamini",
  "benjamini hochberg": "Benjamini-Hochberg",
  cure: "CURE",
};

/** A name of the API as words: "targeting gate ID". */
export function fieldWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3 $2")
    .replaceAll("_", " ")
    .replace(/\b[A-Z](?=[a-z]|\b)/g, (letter) => letter.toLowerCase())
    .replace(/^(?:bonferroni|benjamini(?: hochberg)?|cure)(?= )/, (word) => PROPER[word] ?? word);
}

/** The same in a sentence, as what changes: in quotes where it is no noun, such as "is verified" or "enabled". */
export function fieldNoun(name: string): string {
  const words = name === "sql" ? "SQL" : fieldWords(name);
  return /^(?:is|use) |^enabled$|^cohort(?:ed metrics mature| wait) /.test(words) ? JSON.stringify(words) : words;
}

const PARAMETERS = "parameterValues";

/** What stands below is called as its owner calls it. */
const OWN: readonly PathStep[] = [PARAMETERS, "returnValue"];

/**
 * What people call a field: `group "green" › colour`.
 *
 * @param names for each step into a list, what names the element; one without a name is called by its place
 */
export function pathWords(path: Path, names: readonly (PathStep | undefined)[]): string {
  const parts: string[] = [];
  for (const [index, step] of path.entries()) {
    const isOwn = path.slice(0, index).some((each) => OWN.includes(each));
    if (typeof step === "number") {
      const name = names[index];
      const list = parts.pop() ?? "";
      const one = isOwn ? list : list.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
      parts.push(`${one} ${name === undefined ? step + 1 : withEndsSeen(JSON.stringify(String(name)))}`);
    } else if (isOwn || index === path.length - 1 || step !== PARAMETERS) {
      parts.push(isOwn ? step : fieldWords(step));
    }
  }
  return parts.join(" › ");
}

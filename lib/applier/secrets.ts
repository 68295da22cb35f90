import { spellings } from "./spellings";

/** Longest part of a service's answer that is printed, in characters. */
const LONGEST = 2_000;

/** Makes text from outside fit to print: without secrets, control characters and excess. */
export class Redactor {
  private readonly hidden: readonly string[];
  /** How the same look in clean text. */
  private readonly hiddenClean: readonly string[];

  /** @param secrets the key and every value of the request that may be secret */
  constructor(secrets: readonly string[]) {
    this.hidden = longestFirst(secrets.flatMap(spellings));
    this.hiddenClean = longestFirst(this.hidden.map(clean));
  }

  /** The text with every secret replaced by `***`, also where it is escaped, percent- or base64-encoded. */
  hide(text: string): string {
    return hideAll(text, this.hidden);
  }

  /** Text of the service's on one line: bounded, printable, without secrets. */
  line(text: string): string {
    // again, since what was taken out may have stood within a secret
    const hidden = hideAll(clean(this.hide(text)), this.hiddenClean);
    return hidden.length > LONGEST
      ? `${hidden.slice(0, LONGEST).toWellFormed()}… (${hidden.length} characters)`
      : hidden;
  }
}

function longestFirst(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== "").sort((a, b) => b.length - a.length);
}

function hideAll(text: string, hidden: readonly string[]): string {
  return hidden.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
}

/** Text on one line without terminal escapes and control characters. */
function clean(text: string): string {
  // most text is plain, and the classes of Unicode take longer to compile than all the rest
  if (/^[ -~]*$/.test(text)) return text.replace(/ +/g, " ").trim();
  return text
    .replace(ESCAPES, "")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, "")
    .trim();
}

/** Terminal escape sequences, with what follows them, so that no remains are printed: titles and links, then the rest. */
const ESCAPES = new RegExp(
  // from text, since a control character in a literal would look like a slip
  ["\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)?", "[\\u001b\\u009b]\\[?[0-?]*[ -/]*[@-~]"].join("|"),
  "g",
);

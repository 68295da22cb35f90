import { parseJson } from "../value/json";
import { conflictsIn } from "./conflicts";

/**
 * The text in bytes: UTF-8, or UTF-16 with a byte order mark, as Windows PowerShell writes it. Without that mark;
 * undefined where it is neither, because repairing it would change what it says: so also where it has U+0000, as UTF-16
 * without its mark, UTF-32 and binary files have.
 */
export function decodedText(bytes: Uint8Array): string | undefined {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** How files begin that programs pack. */
const PACKED: Readonly<Record<string, string>> = { "504b0304": "zip", "1f8b": "gzip", "28b52ffd": "Zstandard" };

/** Why bytes are no text, in words that follow "it is". */
export function notTextText(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  const by = Object.keys(PACKED).find((mark) => start.startsWith(mark));
  return by === undefined ? "not UTF-8; save it as UTF-8" : `packed by ${PACKED[by]}; unpack it`;
}

/** Why a text is not JSON, in words that follow "it". They show nothing of the text, which may hold a secret. */
const causes = {
  empty: "is empty",
  page: "is a web page or XML, as a login or a proxy returns it, and not JSON; fetch it again",
  end: "ends in the middle of the JSON; write or fetch it again",
  several: "is several JSON values, one after another; `jq -s .` makes a list of them",
  other: "is not JSON",
} as const;

/** Why a text is not JSON, and where. */
interface JsonProblem {
  readonly cause: keyof typeof causes;
  readonly offset: number;
}

/** Why a text is not JSON; undefined where it is. Node does not always say it. */
export function jsonProblem(text: string): JsonProblem | undefined {
  if (parseError(text) === undefined) return undefined;
  if (text.trim() === "") return { cause: "empty", offset: 0 };
  if (/^\s*<[!?a-z]/i.test(text)) return { cause: "page", offset: 0 };
  // a line ends where a text was cut, too
  if (lacksOnlyItsEnd(text.trimEnd())) return { cause: "end", offset: text.length };
  const offset = lengthOfGoodStart(text);
  const isSeveral = /^[[{"]/.test(text.slice(offset)) && parseJson(text.slice(0, offset)) !== undefined;
  return { cause: isSeveral ? "several" : "other", offset };
}

/** What is wrong with a text that is no JSON: "it is not JSON at line 3, column 7". */
export function jsonProblemText(text: string): string {
  const [conflict] = conflictsIn(text);
  if (conflict !== undefined) return `it has ${conflict.text}`;
  const { cause, offset } = jsonProblem(text) ?? { cause: "other", offset: 0 };
  if (cause !== "other") return `it ${causes[cause]}`;
  const lines = text.slice(0, offset).split("\n");
  return `it ${causes.other} at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}

/** How much of a text is JSON that lacks no more than its end. */
function lengthOfGoodStart(text: string): number {
  let good = 0;
  for (let bad = text.length + 1; bad - good > 1; ) {
    const middle = Math.floor((good + bad) / 2);
    if (lacksOnlyItsEnd(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function lacksOnlyItsEnd(text: string): boolean {
  const error = parseError(text);
  if (error === undefined || /^Unexpected end/.test(error)) return true;
  const [, position] = /at position (\d+)/.exec(error) ?? [];
  return Number(position) >= text.length;
}

/** What Node says of a text that is not JSON. */
function parseError(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

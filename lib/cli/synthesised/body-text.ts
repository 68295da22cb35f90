import { randomUUID } from "node:crypto";
import { quoted, visible, visibleLines } from "../../api/escape-invisible";
import { deferredMark, filledIn } from "../../protocol/deferred-places";
import type { PlannedCall } from "../../protocol/planned-calls";
import type { DeferredPart } from "../../protocol/request-file";

/**
 * The body of a call as JSON for a reader, with the deferred values marked where they are. A mark is no string, so no text
 * of a user can be taken for one.
 *
 * @param indent what every line but the first begins with
 */
export function bodyText({ body, deferred }: PlannedCall, indent: string): string {
  const unique = randomUUID();
  const marks: string[] = [];
  const marked = filledIn(body, "/body", deferred, (parts) => `${unique}${marks.push(deferredText(parts)) - 1}`);
  return visibleLines(JSON.stringify(marked, null, 2))
    .replaceAll("\n", `\n${indent}`)
    .replace(new RegExp(`"${unique}(\\d+)"`, "g"), (_, index: string) => marks[Number(index)] ?? "");
}

/** A deferred value as a reader sees it: `"Bearer " + (environment variable TOKEN)`. */
export function deferredText(parts: readonly DeferredPart[]): string {
  return parts.map((part) => (typeof part === "string" ? quoted(part) : visible(deferredMark(part)))).join(" + ");
}

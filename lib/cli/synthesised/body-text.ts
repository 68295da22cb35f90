import { randomUUID } from "node:crypto";
import { quoted, visible, visibleLines } from "../../api/escape-invisible";
import type { PlannedCall } from "../../entity/call-body";
import { type Deferred, deferredMark, withDeferred } from "../../entity/fields";

/**
 * The body of a call as JSON for a reader, with the deferred values marked where they are. A mark is no string, so no text
 * of a user can be taken for one.
 *
 * @param indent what every line but the first begins with
 */
export function bodyText({ body }: PlannedCall, indent: string): string {
  const unique = randomUUID();
  const marks: string[] = [];
  const marked = withDeferred(body, (deferred) => `${unique}${marks.push(deferredText(deferred)) - 1}`);
  return visibleLines(JSON.stringify(marked, null, 2))
    .replaceAll("\n", `\n${indent}`)
    .replace(new RegExp(`"${unique}(\\d+)"`, "g"), (_, index: string) => marks[Number(index)] ?? "");
}

/** A deferred value as a reader sees it: `"Bearer " + (environment variable TOKEN)`. */
export function deferredText({ parts }: Deferred): string {
  return parts.map((part) => (typeof part === "string" ? quoted(part) : visible(deferredMark(part)))).join(" + ");
}

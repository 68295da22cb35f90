import type { IncomingMessage } from "node:http";
import { isFields } from "../value/value";
import { keyRefusal } from "./calls";
import type { EmulatorSettings } from "./options";
import { type ApiResponse, discardContent, type RequestContent, readContent, refusal, urlPath } from "./server";
import type { Content, Listed } from "./store";

/** The emulator, as far as the pages show and change it. */
interface Running extends Listed {
  /** @throws TypeError when the fault cannot be played */
  fail(fault: unknown): void;
  reset(): void;
}

/** One of the emulator's own pages: its only method, and what it responds. */
interface Page {
  readonly method: "GET" | "POST";
  readonly respond: (running: Running, content: RequestContent) => ApiResponse;
}

const pages: Readonly<Record<string, Page>> = {
  "/": {
    method: "GET",
    respond: (running) => ({
      status: 200,
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: renderListing(running),
    }),
  },
  "/emulator/records": { method: "GET", respond: ({ records }) => ({ status: 200, body: records }) },
  "/emulator/calls": { method: "GET", respond: ({ calls }) => ({ status: 200, body: calls }) },
  "/emulator/faults": { method: "POST", respond: addFault },
  "/emulator/reset": {
    method: "POST",
    respond: (running) => {
      running.reset();
      return { status: 200, body: { message: "The emulator was reset." } };
    },
  },
};

/** Responds to a request for one of the emulator's own pages. All of them ask for the key: records hold secrets. */
export async function pageResponse(
  running: Running,
  settings: Pick<EmulatorSettings, "key" | "vendor">,
  request: IncomingMessage,
): Promise<ApiResponse> {
  const refused = keyRefusal(request.headers, settings);
  if (refused !== undefined) {
    await discardContent(request);
    return refused;
  }
  const content = await readContent(request);
  const path = urlPath(request);
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (page === undefined) return refusal(404, "The emulator has no such page.");
  const { method: allow, respond } = page;
  if (request.method !== allow) return refusal(405, `This page takes ${allow} only.`, { headers: { allow } });
  return respond(running, content);
}

function addFault(running: Running, { value, refusal: refused }: RequestContent): ApiResponse {
  if (refused !== undefined) return refused;
  try {
    running.fail(value);
    return { status: 201, body: { message: "Fault queued." } };
  } catch (error) {
    if (error instanceof TypeError) return refusal(400, error.message);
    throw error;
  }
}

/** How much of a text is looked at; a query may have megabytes. */
const LONGEST_TEXT = 200;

/** Narrowest last column, and widest of the others, in characters. */
const NARROWEST = 10;
const WIDEST_COLUMN = 44;

const GAP = "  ";

/**
 * The records and calls of an emulator as tables for people. Shows no value inside a list or an object, because a
 * prompt version keeps secret headers there.
 *
 * @param width of the longest line, in characters; 100 when left out
 */
export function renderListing({ records, calls }: Listed, width = 100): string {
  const recordRows = records.map(({ kind, id, data }) => [kind, id, contentSummary(data)]);
  const callRows = calls.map(({ method, status, path, body }, index) => {
    const isDryRun = isFields(body) && body.dryRun === true;
    return [`${index + 1}`, method, `${status ?? "-"}`, isDryRun ? `${path} (dry run)` : path];
  });
  return [
    ...section(`Records: ${records.length}`, ["KIND", "ID", "CONTENT"], recordRows, width),
    "",
    ...section(`Calls: ${calls.length}`, ["#", "METHOD", "STATUS", "PATH"], callRows, width),
    "",
  ].join("\n");
}

/** Rows below a title, in aligned columns. Text that does not fit ends in `…`; control characters are shown as `·`. */
function section(title: string, heads: readonly string[], rows: readonly string[][], width: number): string[] {
  if (rows.length === 0) return [title];
  const cells = [heads, ...rows].map((row) => row.map((cell) => [...cell.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "·")]));
  const widths = heads.slice(0, -1).map((_, column) => {
    const longest = cells.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
    return Math.min(WIDEST_COLUMN, longest);
  });
  const last = Math.max(NARROWEST, width - widths.reduce((sum, each) => sum + each + GAP.length, GAP.length));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => fitted(cell, widths[column] ?? last))
      .join(GAP)
      .trimEnd(),
  );
  return [title, "", ...lines.map((line) => GAP + line)];
}

function fitted(characters: readonly string[], width: number): string {
  if (characters.length > width) return `${characters.slice(0, width - 1).join("")}…`;
  return characters.join("") + " ".repeat(width - characters.length);
}

function contentSummary(data: Content): string {
  const fields = Object.entries(data).map(([name, value]) => `${name}=${brief(value)}`);
  return fields.join(" ");
}

function brief(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, LONGEST_TEXT));
  if (Array.isArray(value)) return `[${value.length}]`;
  return typeof value === "object" && value !== null ? "{…}" : JSON.stringify(value);
}

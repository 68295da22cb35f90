import type { IncomingMessage } from "node:http";
import { keyRefusal } from "./calls";
import { type Listed, renderListing } from "./listing";
import type { EmulatorSettings } from "./options";
import { type ApiResponse, discardContent, type RequestContent, readContent, refusal, urlPath } from "./server";

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

/**
 * Responds to a request for one of the emulator's own pages. All of them ask for the key, since records hold secrets, but
 * that it runs it tells everybody.
 */
export async function pageResponse(
  running: Running,
  settings: Pick<EmulatorSettings, "key" | "vendor">,
  request: IncomingMessage,
): Promise<ApiResponse> {
  if (isKnock(request)) {
    await discardContent(request);
    return { status: 200, body: "" };
  }
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

/** Whether a request only asks whether the emulator is there, as tools do that wait for a server. */
function isKnock(request: IncomingMessage): boolean {
  const hasKey = Object.keys(request.headers).some((name) => name.endsWith("-api-key"));
  return urlPath(request) === "/" && (request.method === "HEAD" || (request.method === "GET" && !hasKey));
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

import type { IncomingMessage } from "node:http";
import { keyRefusal } from "./calls";
import { renderListing } from "./listing";
import type { EmulatorSettings } from "./options";
import { type ApiResponse, discardContent, type RequestContent, readContent, refusal, urlPath } from "./server";
import type { Listed } from "./store";

/** The emulator, as far as the pages show and change it. */
interface Running extends Listed {
  /** @throws TypeError when the fault cannot be played */
  fail(fault: unknown): void;
  reset(): void;
}

type PageMaker = (running: Running, content: RequestContent) => ApiResponse;

/** The pages by path and method. */
const pages: Readonly<Record<string, { readonly GET?: PageMaker; readonly POST?: PageMaker }>> = {
  "/": {
    GET: (running) => ({
      status: 200,
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: renderListing(running),
    }),
  },
  "/emulator/records": { GET: ({ records }) => ({ status: 200, body: records }) },
  "/emulator/calls": { GET: ({ calls }) => ({ status: 200, body: calls }) },
  "/emulator/faults": { POST: withContent(addFault) },
  "/emulator/reset": {
    POST: (running) => {
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
  if (request.method === "GET" && page.GET !== undefined) return page.GET(running, content);
  if (request.method === "POST" && page.POST !== undefined) return page.POST(running, content);
  const allow = Object.keys(page).join(", ");
  return refusal(405, `This page takes ${allow} only.`, { headers: { allow } });
}

function addFault(running: Running, fault: unknown): ApiResponse {
  try {
    running.fail(fault);
    return { status: 201, body: { message: "Fault queued." } };
  } catch (error) {
    if (error instanceof TypeError) return refusal(400, error.message);
    throw error;
  }
}

function withContent(page: (running: Running, value: unknown) => ApiResponse): PageMaker {
  return (running, content) => content.refusal ?? page(running, content.value);
}

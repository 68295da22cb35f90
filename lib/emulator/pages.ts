import type { IncomingMessage } from "node:http";
import { type Answer, refusal } from "./answer";
import { keyRefusal } from "./api-key";
import { type Listed, renderListing } from "./listing";
import type { EmulatorSettings } from "./options";
import { discardContent, type RequestContent, readContent } from "./request-content";
import { urlPath } from "./serve-call";

/** What the pages show and change. */
export interface Shown extends Listed {
  /** @throws TypeError when the fault cannot be played */
  fail(fault: unknown): void;
  reset(): void;
}

type PageMaker = (shown: Shown, content: RequestContent) => Answer;

/** The pages by path and method. */
const pages: Readonly<Record<string, { readonly GET?: PageMaker; readonly POST?: PageMaker }>> = {
  "/": {
    GET: (shown) => ({
      status: 200,
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: renderListing(shown),
    }),
  },
  "/emulator/records": { GET: ({ records }) => ({ status: 200, body: records }) },
  "/emulator/calls": { GET: ({ calls }) => ({ status: 200, body: calls }) },
  "/emulator/faults": { POST: withContent(addFault) },
  "/emulator/reset": {
    POST: (shown) => {
      shown.reset();
      return { status: 200, body: { message: "The emulator was reset." } };
    },
  },
};

/** Answers a request for one of the emulator's own pages. All of them ask for the key: records hold secrets. */
export async function answerPage(
  shown: Shown,
  settings: Pick<EmulatorSettings, "key" | "vendor">,
  request: IncomingMessage,
): Promise<Answer> {
  const refused = keyRefusal(request.headers, settings);
  if (refused !== undefined) {
    await discardContent(request);
    return refused;
  }
  const content = await readContent(request);
  const path = urlPath(request);
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (page === undefined) return refusal(404, "The emulator has no such page.");
  if (request.method === "GET" && page.GET !== undefined) return page.GET(shown, content);
  if (request.method === "POST" && page.POST !== undefined) return page.POST(shown, content);
  const allow = Object.keys(page).join(", ");
  return refusal(405, `This page takes ${allow} only.`, { headers: { allow } });
}

function addFault(shown: Shown, fault: unknown): Answer {
  try {
    shown.fail(fault);
    return { status: 201, body: { message: "Fault queued." } };
  } catch (error) {
    if (error instanceof TypeError) return refusal(400, error.message);
    throw error;
  }
}

function withContent(page: (shown: Shown, value: unknown) => Answer): PageMaker {
  return (shown, content) => content.refusal ?? page(shown, content.value);
}

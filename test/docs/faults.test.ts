import { writeFile } from "node:fs/promises";
import type { ServiceSettings } from "../../lib/api/service-settings";
import { SharedAvailability } from "../../lib/applier/shared-availability";
import type { Fault } from "../../lib/emulator";
import { inScene, type Scene, type Subject, subjects } from "../applier/subjects";
import { pages } from "../support/pages";

const page = pages().find(({ path }) => path === "docs/deploys.md")?.text ?? "";

/** The rows of the table of errors: what goes wrong, and what is read when it lasts. */
const rows = (page.split("\n## Errors\n")[1]?.split("\n## ")[0] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| What"))
  .map((line) => line.slice(2, -2).split(" | "))
  .map(([what = "", , read = ""]) => [what, [...read.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text)] as const);

/** How a fault is played: on the create or the update of an experiment. */
interface Play {
  readonly action: "create" | "update";
  readonly fault?: Fault;
  readonly service?: ServiceSettings;
  readonly before?: (scene: Scene) => unknown;
  readonly run?: (scene: Scene) => Promise<{ readonly stderr: string }>;
}

const always = { times: Number.POSITIVE_INFINITY };
const impatient = { retryBudgetSeconds: 2 };

const plays: Readonly<Record<string, Play>> = {
  "the service cannot be reached": {
    action: "update",
    before: async ({ emulator, stack }) => {
      new SharedAvailability(stack.file, emulator.address, process.pid).reportUnreachable();
      await emulator.close();
    },
  },
  "429 with a `Retry-After` beyond the budget": {
    action: "update",
    fault: { status: 429, headers: { "Retry-After": "9999" } },
  },
  "503 at a create": { action: "create", fault: { status: 503, ...always }, service: impatient },
  "a connection that is lost after a create was sent": {
    action: "create",
    fault: { drop: "after", effect: false, ...always },
    service: impatient,
  },
  "500 at an update": { action: "update", fault: { status: 500, ...always } },
  "500 at a create": { action: "create", fault: { status: 500 } },
  "a response that is not the service's": { action: "update", fault: { body: "<html>", ...always } },
  "400": {
    action: "create",
    fault: {
      status: 400,
      body: { message: "Invalid request.", errors: [{ property: "name", errorMessage: "too short" }] },
    },
  },
  "200 whose body has `success: false`, or `error` or `errors` and neither `data` nor a declared field": {
    action: "create",
    fault: { body: { success: false, message: "Quota exceeded." } },
  },
  "401 or 403": { action: "create", fault: { status: 403 } },
  "an update of an entity that the service does not have": {
    action: "update",
    before: ({ emulator }) => emulator.reset(),
  },
  "404 about something else at an update": {
    action: "update",
    fault: { status: 404, body: { message: "Table finance.refunds not found" } },
  },
  "409 about a lock or another change": {
    action: "update",
    fault: { status: 409, body: { message: "Another change is in progress" } },
  },
  "a redirect": { action: "create", fault: { status: 307, headers: { Location: "https://elsewhere.example/" } } },
  "Ctrl-C or SIGTERM during a create": {
    action: "create",
    fault: { drop: "after", effect: false, ...always },
    run: async (scene) => {
      const running = scene.start();
      await running.said("waiting");
      running.process.kill("SIGTERM");
      return running.ended;
    },
  },
  "a missing API key, base URL or secret": {
    action: "create",
    run: ({ stack, emulator }) => stack.run("create", { SERVICE_BASE_URL: emulator.address }),
  },
  "another request file than the one that was planned": {
    action: "create",
    before: ({ stack }) => writeFile(stack.file, "{}"),
  },
};

function subjectOf({ action }: Play): Subject | undefined {
  return subjects.find(({ what }) => what === `${action} of an experiment`);
}

test("the table of errors has a row for each that is played here", () => {
  expect(rows.map(([what]) => what).sort()).toEqual(Object.keys(plays).sort());
});

test.concurrent.each(rows)("%s reads as the page says", async (what, texts) => {
  const play = plays[what];
  if (play === undefined) throw new Error(`${what} is not played`);
  const { stderr } = await inScene(
    subjectOf(play),
    async (scene) => {
      if (play.fault !== undefined) scene.fail(play.fault);
      await play.before?.(scene);
      return play.run?.(scene) ?? scene.run();
    },
    play.service,
  );

  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) expect(flat(stderr)).toContain(flat(text));
});

/** A text on one line, without what the waits of a run make of it: their number, and how long they took together. */
function flat(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/after \d+ attempts/g, "after <count> attempts")
    .replaceAll(/(unreachable for|time left of) [\d,.]+ s/g, "$1 <duration>");
}

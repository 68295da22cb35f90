import type { Fault } from "../../lib/emulator";
import type { Action } from "../../lib/interface/request";
import type { ServiceSettings } from "../../lib/interface/service";
import { type Ended, masked, someAtATime } from "./applier";
import { Scene, type Subject, subjects } from "./subjects";

const html = { "content-type": "text/html" };
const page = "<html><h1>Bad gateway</h1></html>";

/** What is done about a fault. */
type Deed =
  /** The call is made again, since it cannot have taken effect. */
  | "again"
  /** It is made again, or found out about, since it may have taken effect. */
  | "find out"
  /** As before, but a create is left to the next deploy. */
  | "find out, but not at a create"
  /** The deploy fails, and the next one makes the call. */
  | "refuse"
  /** The answer is a success all the same. */
  | "take";

interface Row {
  readonly what: string;
  /** Plays on one call. */
  readonly fault: Fault;
  readonly deed: Deed;
  /** What an error says after the call, and what it advises. */
  readonly error?: string;
  readonly next?: string;
  /** The advice where it differs by what was tried. */
  readonly nextAt?: Partial<Record<Action, string>>;
  readonly details?: readonly string[];
  /** What is said while it waits. */
  readonly waiting?: string;
  /** What the service says of the success, where it is not the usual sentence. */
  readonly answer?: string;
  readonly service?: ServiceSettings;
}

const soon = { retryBudgetSeconds: 100 };
/** Long enough for the answers of a machine that is busy. */
const short = { attemptTimeoutSeconds: 4 };

const once: readonly Row[] = [
  { what: "429 without Retry-After", deed: "again", fault: { status: 429 } },
  { what: "429 with Retry-After: 0", deed: "again", fault: { status: 429, headers: { "Retry-After": "0" } } },
  {
    what: "429 with Retry-After: 1",
    deed: "again",
    fault: { status: 429, headers: { "Retry-After": "1" } },
    waiting: "waiting 1 s: rate limited (attempt 2)",
  },
  {
    what: "429 with a huge Retry-After",
    deed: "refuse",
    fault: { status: 429, headers: { "Retry-After": "999999999999" } },
    service: soon,
    error:
      "was answered with 429: Too Many Requests; gave up after 1 attempt: the service asks to wait <ages>, longer than what is left of 100 s for the whole call",
    next: "deploy again; if it stays, ask those who run the service",
  },
  {
    what: "429 with Retry-After in a far future",
    deed: "refuse",
    fault: { status: 429, headers: { "Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT" } },
    service: soon,
    error:
      "was answered with 429: Too Many Requests; gave up after 1 attempt: the service asks to wait <ages>, longer than what is left of 100 s for the whole call",
    next: "deploy again; if it stays, ask those who run the service",
  },
  {
    what: "429 with Retry-After in the past",
    deed: "again",
    fault: { status: 429, headers: { "Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT" } },
  },
  {
    what: "429 with garbage in Retry-After",
    deed: "again",
    fault: { status: 429, headers: { "Retry-After": "soon" } },
  },
  {
    what: "503 with Retry-After",
    deed: "again",
    fault: { status: 503, headers: { "Retry-After": "1" } },
    waiting: "waiting 1 s: service unavailable (attempt 2)",
  },
  { what: "a reset before the request was read", deed: "find out", fault: { drop: "before" } },
  { what: "a reset after the request was read", deed: "find out", fault: { drop: "after", effect: false } },
  { what: "a reset after it took effect", deed: "find out", fault: { drop: "after" } },
  { what: "no answer", deed: "find out", fault: { hang: true }, service: short },
  { what: "no answer after it took effect", deed: "find out", fault: { hang: true, effect: true }, service: short },
  {
    what: "an answer that trickles",
    deed: "find out",
    fault: { trickle: { bytes: 1, milliseconds: 1_000 } },
    service: short,
  },
  { what: "an answer that breaks off", deed: "find out", fault: { drop: "midway" } },
  { what: "502 as HTML", deed: "find out", fault: { status: 502, headers: html, body: page } },
  {
    what: "502 as HTML after it took effect",
    deed: "find out",
    fault: { status: 502, headers: html, body: page, effect: true },
  },
  { what: "503", deed: "find out", fault: { status: 503 } },
  { what: "503 after it took effect", deed: "find out", fault: { status: 503, effect: true } },
  { what: "504", deed: "find out", fault: { status: 504 } },
  { what: "504 after it took effect", deed: "find out", fault: { status: 504, effect: true } },
  { what: "200 with HTML", deed: "find out", fault: { headers: html, body: page } },
  {
    what: "200 with HTML after it took effect",
    deed: "find out",
    fault: { headers: html, body: page, effect: true },
  },
  { what: "200 with truncated JSON", deed: "find out", fault: { body: '{"message":"ok","da' } },
  {
    what: "200 with truncated JSON after it took effect",
    deed: "find out",
    fault: { body: '{"message":"ok","da', effect: true },
  },
  {
    what: "500",
    deed: "find out, but not at a create",
    fault: { status: 500 },
    error: "was answered with 500: Internal Server Error",
    next: "deploy again; if it stays, ask those who run the service",
  },
  {
    what: "500 after it took effect",
    deed: "find out, but not at a create",
    fault: { status: 500, effect: true },
    error: "was answered with 500: Internal Server Error",
    next: "deploy again; if it stays, ask those who run the service",
  },
  {
    what: "400 with errors",
    deed: "refuse",
    fault: {
      status: 400,
      body: {
        message: "Invalid request.",
        errors: [
          { property: "name", errorMessage: "too short" },
          { property: "groups[0].size", errorMessage: "not a number" },
        ],
      },
    },
    error: "was answered with 400: Invalid request.",
    details: ["name: too short", "groups[0].size: not a number"],
    next: "correct the props, and deploy again",
  },
  {
    what: "400 without errors",
    deed: "refuse",
    fault: { status: 400, body: { code: 17 } },
    error: 'was answered with 400: {"code":17}',
    next: "correct the props, and deploy again",
  },
  {
    what: "401 whose body repeats the key",
    deed: "refuse",
    fault: { status: 401, body: { message: "emulator-key is no key; Basic ZW11bGF0b3Ita2V5, emulator%2Dkey" } },
    error: "was answered with 401: *** is no key; Basic ***, ***",
    next: "check the key in SERVICE_API_KEY and what it may do, and vendor, which names its header SERVICE-API-KEY; then deploy again",
  },
  {
    what: "403",
    deed: "refuse",
    fault: { status: 403 },
    error: "was answered with 403: Forbidden",
    next: "check the key in SERVICE_API_KEY and what it may do, and vendor, which names its header SERVICE-API-KEY; then deploy again",
  },
  {
    what: "404",
    deed: "refuse",
    fault: { status: 404 },
    error: "was answered with 404: Not Found",
    next: "check the address of the service, and deploy again",
    nextAt: {
      update:
        "the service does not know it: check the address and the identity; if it was deleted there, terraform apply -replace of its record makes it again",
    },
  },
  {
    what: "409",
    deed: "refuse",
    fault: { status: 409 },
    error: "was answered with 409: Conflict",
    next: "correct the props, and deploy again",
    nextAt: {
      create: "to take over what exists, set adopt: true on the construct; to make another, give it another identity",
    },
  },
  {
    what: "3xx to another host",
    deed: "refuse",
    fault: { status: 307, headers: { location: "https://elsewhere.example/?k=emulator-key" } },
    error: "was answered with 307 to https://elsewhere.example/?k=***: Temporary Redirect",
    next: "redirects are not followed, since they would carry the key elsewhere: correct the address",
  },
  { what: "an empty 200", deed: "take", answer: "", fault: { body: "", effect: true } },
  { what: "200 without data", deed: "take", answer: "Done.", fault: { body: { message: "Done." }, effect: true } },
  { what: "a wrong content type", deed: "take", fault: { headers: { "content-type": "text/plain" } } },
  { what: "an answer of 100 MiB", deed: "take", fault: { size: 100 * 2 ** 20 } },
];

/** What a subject went through under one fault. */
interface Course {
  readonly ended: Ended;
  readonly calls: readonly string[];
  /** Notes that the next deploy finds. */
  readonly notes: readonly string[];
  /** What the service keeps otherwise than declared, at the end. */
  readonly differences: readonly string[];
  /** The next deploy, where the first one failed. */
  readonly next?: { readonly ended: Ended; readonly calls: readonly string[] };
}

async function courseOf({ fault, service }: Row, subject: Subject): Promise<Course> {
  const scene = await Scene.of(subject, { service });
  try {
    scene.fail(fault);
    const ended = await scene.run();
    const calls = scene.calls();
    const notes = Object.keys(await scene.stack.notes());
    const next = ended.exitCode === 0 ? undefined : { ended: await scene.run(), calls: scene.calls() };
    return { ended, calls, notes, next, differences: scene.differences };
  } finally {
    await scene.end();
  }
}

/** Only there to end what hangs, in milliseconds. */
const PATIENCE = 600_000;

const courses = new Map<string, Course>();

beforeAll(async () => {
  const rows = once.flatMap((row) => subjects.map((subject) => ({ row, subject })));
  await someAtATime(
    rows.map(({ row, subject }) => async () => {
      courses.set(`${row.what} ${subject.what}`, await courseOf(row, subject));
    }),
  );
}, PATIENCE);

describe.each(once)("$what", (row) => {
  test.each(subjects)("at the $what", (subject) => {
    const course = courses.get(`${row.what} ${subject.what}`) as Course;
    const { stdout, stderr, exitCode } = course.ended;
    const expected = expectedOf(row, subject);

    const error = masked(stderr).replace(/\d{3}(,\d{3}){3} s/, "<ages>");
    expect({ exitCode, calls: course.calls, stdout: masked(stdout), stderr: error }).toEqual(expected.first);
    expect(course.next && { exitCode: course.next.ended.exitCode, calls: course.next.calls }).toEqual(expected.next);
    expect(course.differences).toEqual([]);
  });
});

function expectedOf(row: Row, subject: Subject) {
  const isCreate = subject.action === "create";
  const isRefused = row.deed === "refuse" || (isCreate && row.deed === "find out, but not at a create");
  if (!isRefused) {
    const calls =
      row.deed === "take" ? [subject.action] : row.deed === "again" ? twice(subject) : foundOut(row, subject);
    return { first: { exitCode: 0, calls, stdout: said(row, subject), stderr: "" }, next: undefined };
  }
  const unknown = row.deed === "refuse" ? "" : "; whether it was created is unknown";
  const details = (row.details ?? []).map((detail) => `\n  - ${detail}`).join("");
  const stderr = `error: ${subject.thing} (stack/thing): ${callOf(subject)} ${row.error}${unknown}${details}\n  next: ${row.nextAt?.[subject.action] ?? row.next}\n`;
  // the first attempt of the next deploy is one more that finds out
  const calls = row.deed === "refuse" ? [subject.action] : foundOut(row, subject).slice(1);
  return { first: { exitCode: 1, calls: [subject.action], stdout: "", stderr }, next: { exitCode: 0, calls } };
}

function twice({ action }: Subject): string[] {
  return [action, action];
}

/** The calls by which the end of an unclear one is found out, that one first. */
function foundOut({ fault }: Row, subject: Subject): string[] {
  const { action, findsOutBy, calls } = subject;
  if (action !== "create") return twice(subject);
  if (findsOutBy === "update") return tookEffect(fault) ? ["create", "update"] : ["create", "update", "create"];
  return tookEffect(fault) && calls.update !== undefined ? ["create", "create", "update"] : ["create", "create"];
}

function tookEffect({ effect, drop, trickle }: Fault): boolean {
  return effect ?? (drop === "after" || drop === "midway" || trickle !== undefined);
}

/** The line about the success, after what was said while it waited. */
function said({ deed, fault, waiting, answer }: Row, subject: Subject): string {
  const isEarlier = deed.startsWith("find out") && tookEffect(fault);
  const verb = { create: "created", update: "updated", put: "saved", validate: "validated" }[subject.action];
  const label = `${subject.kind.charAt(0).toUpperCase()}${subject.kind.slice(1).replace("_", " ")}`;
  const isNew = subject.action === "create" || (subject.action === "put" && !isEarlier);
  const message =
    isEarlier && subject.action === "create"
      ? "an attempt whose end was unclear had made it"
      : (answer ?? `${label} ${subject.id} ${isNew ? "created" : "updated"} successfully.`);
  const lines = [
    ...(waiting === undefined ? [] : [waiting]),
    `${verb} ${subject.thing} in <time>${message && `: ${message}`}`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function callOf(subject: Subject): string {
  return (subject.calls[subject.action] ?? "").replace(" ", " <service>");
}

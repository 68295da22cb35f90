import { STATUS_CODES } from "node:http";
import { afterResponse } from "../../lib/applier/next-steps";
import { readResponse } from "../../lib/applier/read-response";
import { Redactor } from "../../lib/applier/redactor";
import { serviceOf, sessionOf } from "../../lib/applier/session";
import type { Action } from "../../lib/entity/steps";
import type { Request } from "../../lib/protocol/request-file";
import { requestOf, responseWith } from "./request";
import { creates, type Subject, updates, withFields } from "./subjects";

const [experiment, , , , prompt] = creates;
const [, metricSource, ingestionSource, upsert] = updates;

function nextStep(request: Request, action: Action, status: number, said: Said = ""): string {
  const { page, headers, longest, ...body } = typeof said === "string" ? { message: said } : said;
  const text = page ?? JSON.stringify(body);
  const session = sessionOf({
    longest,
    request,
    planned: request,
    subject: "it",
    redactor: new Redactor([]),
    signal: new AbortController().signal,
    service: serviceOf(request.service, { SERVICE_API_KEY: "key", SERVICE_BASE_URL: "http://localhost" }),
    say: () => {},
    stackFolder: "/stacks/one",
  });
  const reading = readResponse({ text, isComplete: true });
  return afterResponse(session, action, responseWith(status, { text, headers: headers ?? {}, ...reading })).next;
}

/** What a response has in its body beside its headers, and the longest time for the call in milliseconds. */
interface SaidInFull {
  /** In the place of a body of JSON. */
  readonly page?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly longest?: number;
  readonly [field: string]: unknown;
}

/** A message, or all of a response. */
type Said = string | SaidInFull;

const takeOver = "set adopt: true, and deploy again";
const replace = "`terraform -chdir=/stacks/one apply -replace=null_resource.metric_source_1`";

const steps: readonly [Subject, status: number, said: Said, next: string, without?: string][] = [
  [experiment, 401, "", "the API key in SERVICE_API_KEY"],
  [experiment, 403, "", "the header SERVICE-API-KEY"],
  [experiment, 307, "", "redirects are not followed"],
  [experiment, 200, "Quota exceeded", "resolve what the response says"],
  [experiment, 429, "", "raise retryBudgetSeconds, or contact the service's operator"],
  [experiment, 429, { longest: 1_000 }, "contact the service's operator", "raise"],
  [experiment, 429, { longest: 1_000, headers: { "retry-after": "2" } }, "deploy again in 2 s", "raise"],
  [experiment, 429, { headers: { "retry-after": "7200" } }, "deploy again in 7,200 s, as the service asks, or raise"],
  [metricSource, 503, { headers: { "retry-after": "7200" } }, "deploy again in 7,200 s"],
  [metricSource, 503, { headers: { "retry-after": "2" } }, "contact the service's operator", "raise"],
  [metricSource, 408, "", "contact the service's operator"],
  [experiment, 423, "The project is frozen", "resolve what the response says", takeOver],
  [experiment, 403, { page: "<h1>Blocked</h1>" }, "check the base URL, and what stands before the service"],
  [experiment, 404, "No such layer", "check the base URL, and what the response says"],
  [experiment, 413, "", "declare less, or have the limit raised"],
  [experiment, 431, "", "have the limit raised", "declare less"],
  [metricSource, 415, "", "check the base URL, where nothing takes this call"],
  [experiment, 501, { page: "<h1>Sorry</h1>" }, "check the base URL, where nothing takes this call"],
  [experiment, 400, { page: "<h1>Sorry</h1>" }, "check the base URL, and what stands before", "declared"],
  [metricSource, 409, { page: "<h1>Sorry</h1>" }, "check the base URL, and what stands before", "the response says"],
  [experiment, 409, "Locked by a review", takeOver],
  [metricSource, 409, "Locked by a review", "resolve what the response says", takeOver],
  // of what exists, some services say no more
  [experiment, 400, "Invalid request. Please check the documentation.", takeOver],
  [experiment, 400, "The layer is gone", "correct what is declared", takeOver],
  [experiment, 400, { message: "Invalid request.", errors: ["name: too short"] }, "correct what is declared", takeOver],
  [metricSource, 404, "Not Found", replace],
  [ingestionSource, 404, "Not Found", "`, which looks for it again", "SERVICE_ADOPT"],
  [upsert, 404, "Not Found", "some services create assignment sources elsewhere"],
  // none of these is a reason to create
  [metricSource, 404, "Table finance.refunds not found", "what the response says", "-replace"],
  [
    metricSource,
    404,
    "Cannot POST /console/v1/metrics/metric_source/paid%20orders",
    "what the response says",
    "-replace",
  ],
  [metricSource, 400, "Column paid_at not found", "correct what is declared", "-replace"],
];

test.each(steps.map(([subject, ...step]) => [subject.what, step, subject] as const))(
  "after the %s, a response leads to its step: %j",
  (_, [status, said, next, without = "no such words"], subject) => {
    const text = nextStep(requestOf(subject), subject.action, status, said);

    expect(text).toContain(next);
    expect(text).not.toContain(without);
  },
);

test.each([200, 400, 404, 405, 409, 410, 415, 422, 423, 501])(
  "after a %d without a reason, or with the words of the status as one, there is none to resolve",
  (status) => {
    const words = STATUS_CODES[status] ?? "";
    const saids = [{ success: false }, words, { title: words, status }, { error: words, statusCode: status }];
    for (const said of saids)
      expect(nextStep(requestOf(experiment), "create", status, said)).toMatch(
        /^(?!.*what the response says).*, and deploy again/,
      );
    expect(nextStep(requestOf(experiment), "create", status, `${words}: the layer is frozen`)).not.toContain(
      "no reason",
    );
  },
);

test("what is adopted or tried out has steps of its own", () => {
  expect(nextStep(requestOf(metricSource, { adopt: true }), "update", 404, "Metric source does not exist.")).toContain(
    `remove adopt: true, run npx cdktf synth and ${replace}`,
  );
  expect(nextStep(requestOf(prompt, { byContent: true }), "create", 409, "Locked")).toContain(
    'exists, declare id: "v1" and set adopt: true',
  );
  const lacking = requestOf({ ...experiment, fields: { name: "Lacking", id: "lacking" } });
  expect(nextStep(lacking, "create", 409, "Locked")).toContain("which its update needs, set adopt: true, and deploy");
  const dryRun = requestOf(withFields(metricSource, { dryRun: true }));
  expect(nextStep(dryRun, "dry-run", 409, "Metric source paid orders already exists")).toContain(
    "replace dryRun: true with adopt: true",
  );
});

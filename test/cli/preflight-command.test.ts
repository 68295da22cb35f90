import { setTimeout as pause } from "node:timers/promises";
import { TerraformVariable } from "cdktf";
import { AssignmentSource, ExperimentationService, fromEnvironment, type MetricSourceProps } from "../../lib";
import { type Fault, startEmulator } from "../../lib/emulator";
import { emulatorWith, send } from "../emulator/running";
import { accessTo } from "../support/deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  aPromptVersion,
  aSegment,
  aService,
  assignmentSource,
  type Build,
  metricSource,
  oneOfEach,
  together,
} from "../support/samples";
import { aProject, type CommandOptions, type CommandResult } from "./command";

const emulator = emulatorWith();

const METRIC_SOURCES = "POST /console/v1/metrics/metric_source";
const ORDERS = `${METRIC_SOURCES}/orders`;
const EXPOSURES = "POST /console/v1/experiments/assignment_source/exposures";

function preflight(
  stacks: Parameters<typeof aProject>[0],
  { environment = {}, ...options }: CommandOptions = {},
  names: readonly string[] = [],
): Promise<CommandResult> {
  const around = { environment: { ...accessTo(emulator()), ...environment }, ...options };
  return aProject(stacks).run(["preflight", ...names], around);
}

function calls(): string[] {
  return emulator().calls.map(({ method, path }) => `${method} ${path}`);
}

/** The lines of the report, without its summary. */
function findings({ stdout }: CommandResult): string[] {
  return stdout.split("\n").filter((line) => line.startsWith("  "));
}

const ACCEPTED = "  accepted metric source orders (checkout/orders)";

const noQuery = { status: 400, body: { message: "The query is not valid." } };
const noSource = { status: 404, body: { message: "Metric source not found." } };
const noColumn = { status: 400, body: { message: "Column paid_at not found." } };

/** What the service has and returns, and how the source is declared. */
interface Situation {
  readonly exists?: true;
  readonly props?: Partial<MetricSourceProps>;
  readonly update?: Fault;
  readonly create?: Fault;
}

test.each<[what: string, called: readonly string[], said: string | RegExp, Situation]>([
  ["a new one: its update, then its create", [ORDERS, METRIC_SOURCES], ACCEPTED, {}],
  ["one that exists: its update alone", [ORDERS], ACCEPTED, { exists: true }],
  ["one missed in words: its create, too", [ORDERS, METRIC_SOURCES], ACCEPTED, { update: noSource }],
  ["an adopted one: its update", [ORDERS], ACCEPTED, { exists: true, props: { adopt: true } }],
  [
    "an adopted one that does not exist: nothing is created",
    [ORDERS],
    /returned 404: Metric source orders does not exist\n {4}- adopt: true adopts what exists, and creates nothing$/,
    { props: { adopt: true } },
  ],
  ["one declared as a dry run: the call of its deploy", [METRIC_SOURCES], ACCEPTED, { props: { dryRun: true } }],
  [
    "one whose update is refused, even where that sounds as if it were missing: no create",
    [ORDERS],
    /metric_source\/orders returned 400: Column paid_at not found$/,
    { exists: true, update: noColumn },
  ],
  [
    "one whose create is refused: the reason of that",
    [ORDERS, METRIC_SOURCES],
    /\/metric_source returned 400: The query is not valid$/,
    { create: noQuery },
  ],
])("what is asked about a metric source: %s", async (_, called, said, { exists, props, update, create }) => {
  if (exists) await send(emulator(), METRIC_SOURCES, metricSource);
  const { records: before } = emulator();
  const former = calls().length;
  if (update !== undefined) emulator().fail({ match: { path: /orders$/ }, ...update });
  if (create !== undefined) emulator().fail({ match: { path: /metric_source$/ }, ...create });
  const result = await preflight(aMetricSource(props));

  const found = findings(result).join("\n");
  if (typeof said === "string") expect([found, result.exitCode]).toEqual([said, 0]);
  else expect([found, result.exitCode]).toEqual([expect.stringMatching(said), 1]);
  expect(calls().slice(former)).toEqual(called);
  for (const { body } of emulator().calls.slice(former)) expect(body).toMatchObject({ dryRun: true });
  expect(emulator().records).toEqual(before);
});

test("assignment sources are asked about by the dry run of their only call", async () => {
  const { timestampColumn } = assignmentSource;
  const patched: Build = (stack) => new AssignmentSource(stack, "patched", { name: "views", timestampColumn });
  expect((await preflight(together(anAssignmentSource(), patched))).stdout).toMatch(/^2 accepted\n/);
  expect(emulator().calls).toMatchObject([
    { method: "POST", body: { ...assignmentSource, dryRun: true } },
    { method: "PATCH", body: { name: "views", timestampColumn, dryRun: true } },
  ]);
  expect(emulator().records).toEqual([]);
});

test("what the service refuses is shown with its reasons, without key and secrets, and the exit code is 1", async () => {
  const secret = "t0p-secret";
  const errors = [{ property: "sql", errorMessage: "no table exposures" }, "nor ZW11bGF0b3Ita2V5", `nor ${secret}`];
  const body = { message: "Not with emulator-key.", errors };
  emulator().fail({ match: { kind: "assignment_source" }, status: 400, body });
  const sql = `select '${fromEnvironment("TOKEN")}'`;
  const result = await preflight(together(aMetricSource(), anAssignmentSource({ sql })), {
    environment: { TOKEN: secret },
  });

  expect(emulator().calls.map((call) => (call.body as { sql?: string }).sql)).toContain(`select '${secret}'`);
  expect([result.exitCode, result.stderr]).toEqual([
    1,
    expect.stringMatching(/^error: 1 entity is refused\n {2}next: /),
  ]);
  expect(findings(result)).toEqual([
    expect.stringMatching(/^ {2}refused assignment source exposures .*\/exposures returned 400: Not with \*\*\*$/),
    "    - sql: no table exposures",
    "    - nor ***",
    "    - nor ***",
    ACCEPTED,
  ]);
});

test("what only Terraform knows is not checked, and says which places", async () => {
  const result = await preflight((stack) => {
    const schema = new TerraformVariable(stack, "schema", { type: "string" }).stringValue;
    const elsewhere = new ExperimentationService(stack, "elsewhere", { baseUrl: schema });
    const service = new ExperimentationService(stack, "service");
    aMetricSource({ service, idTypeMapping: [{ serviceUnitID: "userID", column: schema }] })(stack);
    aMetricSource({ service: elsewhere, name: "other" }, "other")(stack);
    aPromptVersion({ service, promptID: schema })(stack);
    anAssignmentSource({ service })(stack);
  });

  expect(result.exitCode).toBe(0);
  expect(findings(result)).toEqual([
    "  accepted assignment source exposures (checkout/exposures)",
    "  not checked metric source orders (checkout/orders): only Terraform knows idTypeMapping[0].column",
    "  not checked metric source other (checkout/other): only Terraform knows service.baseUrl",
    "  not checked prompt version (named during the deploy) (checkout/support): only Terraform knows promptID",
  ]);
  expect(calls()).toEqual([EXPOSURES]);
});

const missing = aMetricSource({ sql: fromEnvironment("TOKEN") });
const tooLong = aSegment({ description: fromEnvironment("LONG") });
const authorization = { name: "Authorization", value: fromEnvironment("TOKEN") };

test.each<[string, number, Build, RegExp]>([
  ["that is missing", 2, together(missing, tooLong), /not asked .* sql .* TOKEN.* and 1 entity is refused\n/],
  ["that no source has", 2, aPromptVersion({ auth_workflow_headers: [authorization] }), /^ {2}not asked .* TOKEN/],
  ["that the field does not take", 1, tooLong, /refused .* description: /],
])("a secret %s, sends no call", async (_, exitCode, build, said) => {
  const result = await preflight(build, { environment: { LONG: "x".repeat(1001) } });

  expect([result.exitCode, calls()]).toEqual([exitCode, []]);
  expect([...findings(result), result.stderr].join()).toMatch(said);
});

test("kinds without a dry run are checked here, and the report says so, and what synth warned of", async () => {
  const result = await preflight(together(oneOfEach, anExperiment({ id: "other", controlGroupID: "nobody" }, "other")));

  expect([result.exitCode, result.stdout]).toEqual([0, expect.stringContaining("2 accepted, 5 valid\n")]);
  expect(result.stdout).toMatch(/\n {2}warning checkout\/other: controlGroupID: .*"nobody"/);
  expect(result.stdout).toContain("no dry run for experiments, segments, ingestion sources and prompt versions\n");
  expect(new Set(emulator().calls.map(({ kind }) => kind))).toEqual(new Set(["metric_source", "assignment_source"]));
});

test("stacks that have nothing to ask about need no key, and are warned that a deploy does", async () => {
  const { exitCode, stdout } = await preflight(anExperiment(), { environment: { SERVICE_API_KEY: "" } });
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/\n- warning: the API key is missing: .* is empty/)]);
  expect((await preflight(aService())).stdout).toMatch(/^nothing to check\n/);
});

test("only the named stacks are asked about, each as the service of its own", async () => {
  const acme = await startEmulator({ vendor: "acme" });
  const of = { baseUrl: `${acme.baseUrl}/`, apiKeyVariable: "CONSOLE_KEY", vendor: "acme" };
  const service = aService({ ...of, respectReviewSettings: fromEnvironment("REVIEW") });
  const stacks = { production: together(service, aMetricSource()), staging: anAssignmentSource() };
  const environment = { CONSOLE_KEY: acme.key, REVIEW: "yes" };
  const result = await preflight(stacks, { environment }, ["production"]);
  await acme.close();

  expect([result.exitCode, calls()]).toEqual([0, []]);
  const idTypeMapping = [{ acmeUnitID: "userID", column: "user_id" }];
  expect(acme.calls[0]).toMatchObject({ headers: { "x-respect-review-settings": "yes" }, body: { idTypeMapping } });
});

test("before anything is asked, every setting that is missing is named", async () => {
  const unset: Build = (stack) => {
    const [one, other] = ["ONE_KEY", "OTHER_KEY"].map(
      (apiKeyVariable) => new ExperimentationService(stack, apiKeyVariable, { apiKeyVariable }),
    );
    aMetricSource({ service: one })(stack);
    anAssignmentSource({ service: other })(stack);
  };
  const result = await preflight(unset);

  expect([result.exitCode, result.stdout, calls()]).toEqual([2, "", []]);
  expect(result.stderr).toMatch(/^error: .*\n {2}- .* OTHER_KEY is not set\n {2}- .* ONE_KEY is not set\n {2}next: /);
});

const twenty = Array.from({ length: 20 }, (_, index) => aMetricSource({ name: `orders ${index}` }, `orders-${index}`));

test("many sources are named in their order, whichever is asked last", async () => {
  const found = findings(await preflight(together(...twenty)));
  expect([found.length, found]).toEqual([20, found.toSorted()]);
});

test("a service in trouble is waited for a minute at most, whatever the budget of a deploy is; to give up is no refusal", async () => {
  emulator().fail({ status: 429, headers: { "retry-after": "1" } });
  emulator().fail({ status: 429, headers: { "retry-after": "61" } });
  const result = await preflight(anAssignmentSource());

  expect([result.exitCode, calls()]).toEqual([2, [EXPOSURES, EXPOSURES]]);
  expect(result.stderr).toMatch(
    /^waiting 1 s for http:.*\nerror: 1 entity could not be checked\n {2}next: run preflight again in 61 s, as the service asks\n/,
  );
  expect(findings(result).join()).toMatch(/not asked .* 61 s, longer than the time left of 60 s for the whole call/);
});

test.each([401, 403, 302])(
  "%d is about the access of all, and refuses no entity: what to do is said once",
  async (status) => {
    emulator().fail({ status, times: 2 });
    const { exitCode, stderr } = await preflight(together(anAssignmentSource(), aMetricSource()));

    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^error: 2 entities could not be checked\n/)]);
    expect(stderr).toMatch(
      / {2}next: (?!.*deploy again)[^;]*(?:; then|,)[^;]* run preflight again, after npx cdktf synth where[^;]*\n/,
    );
  },
);

test("where no endpoint is, nothing that is declared is the mistake", async () => {
  emulator().fail({ status: 405, times: 1 });
  const { exitCode, stderr } = await preflight(anAssignmentSource());
  expect(exitCode).toBe(1);
  expect(stderr).toContain("next: check the base URL, where nothing takes this call, and run preflight again, after");
});

test.each<[next: string, Fault]>([
  ["resolve what the response says, or ask", { status: 409, body: { message: "Locked by a review" } }],
  ["ask", { status: 423, body: { message: "Locked" } }],
  ["ask", { status: 200, body: { success: false } }],
])("of a create that would meet a conflict, the advice is to %s, and not to adopt or look: %j", async (next, fault) => {
  for (const each of [{ status: 404 }, fault]) emulator().fail(each);
  const { exitCode, stderr } = await preflight(aMetricSource());

  expect([exitCode, calls()]).toEqual([1, [ORDERS, METRIC_SOURCES]]);
  expect(stderr).toContain(`  next: ${next} the service's operator, and run preflight again\n`);
});

test("eight calls at most are under way at a time, and are left when the command is stopped", async () => {
  emulator().fail({ hang: true, times: Infinity });
  const stop = new AbortController();
  const result = preflight(together(...twenty), { stop: stop.signal });
  for (let waits = 0; waits < 2_000 && calls().length < 8; waits++) await pause(20);
  await pause(100); // for a ninth to come, too
  stop.abort();
  const { exitCode, stdout, stderr } = await result;
  expect(calls()).toHaveLength(8);
  expect([exitCode, stdout, stderr]).toEqual([2, "", expect.stringMatching(/^error: interrupted; nothing was kept\n/)]);
});

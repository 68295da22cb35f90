import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { TerraformVariable } from "cdktf";
import { AssignmentSource, ExperimentationService, fromEnvironment, MetricSource, PromptVersion } from "../../lib";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  assignmentSource,
  type Build,
  metricSource,
  oneOfEach,
  promptVersion,
  together,
} from "../e2e/samples";
import { emulatorWith, send } from "../emulator/running";
import { accessTo, type CommandOptions, type CommandResult, command, synthesise, temporaryFolder } from "./command";

const root = temporaryFolder();
const emulator = emulatorWith();
let count = 0;

const METRIC_SOURCES = "POST /console/v1/metrics/metric_source";
const ORDERS = `${METRIC_SOURCES}/orders`;
const EXPOSURES = "POST /console/v1/experiments/assignment_source/exposures";

/** Synthesises one stack and runs the command on it. */
function preflight(build: Build, options: CommandOptions = {}): Promise<CommandResult> {
  return preflightOf({ checkout: build }, [], options);
}

function preflightOf(
  stacks: Readonly<Record<string, Build>>,
  names: readonly string[],
  { environment = {}, ...options }: CommandOptions = {},
): Promise<CommandResult> {
  const folder = join(root, `${++count}`);
  mkdirSync(folder);
  synthesise(folder, stacks);
  return command(["preflight", ...names, "--output", folder], {
    environment: { ...accessTo(emulator()), ...environment },
    ...options,
  });
}

/** The calls that have arrived. */
function calls(): string[] {
  return emulator().calls.map(({ method, path }) => `${method} ${path}`);
}

/** The lines of the report, without its summary. */
function findings({ stdout }: CommandResult): string[] {
  return stdout.split("\n").filter((line) => line.startsWith("  "));
}

const ACCEPTED = "  accepted     metric source orders (checkout/orders)";

test("what synth warned of follows, for those who synthesise without cdktf's own commands", async () => {
  const { exitCode, stdout } = await preflight(anExperiment({ controlGroupID: "nobody" }));
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /\n {2}warning {6}checkout\/checkout: controlGroupID: .*"nobody".* \[acknowledge: "control-group"\]\n\n1 valid\n/,
  );
});

describe("what the service accepts:", () => {
  test("a new metric source, by the dry run of its update and then of its create", async () => {
    const result = await preflight(aMetricSource());

    expect(result).toEqual({ exitCode: 0, stdout: `checkout\n${ACCEPTED}\n\n1 accepted\n`, stderr: "" });
    expect(calls()).toEqual([ORDERS, METRIC_SOURCES]);
    expect(emulator().calls.map(({ body }) => body)).toEqual([
      { ...metricSource, dryRun: true },
      { ...metricSource, dryRun: true },
    ]);
    expect(emulator().records).toEqual([]);
  });

  test("a metric source that exists, by the dry run of its update alone, and leaves it as it is", async () => {
    await send(emulator(), METRIC_SOURCES, metricSource);
    const before = emulator().records;
    const result = await preflight(aMetricSource({ sql: "select 1" }));

    expect([result.exitCode, findings(result)]).toEqual([0, [ACCEPTED]]);
    expect(calls().slice(1)).toEqual([ORDERS]);
    expect(emulator().records).toEqual(before);
  });

  test("a metric source that the service misses with a 400", async () => {
    emulator().fail({ match: { path: /orders$/ }, status: 400, body: { message: "No such metric source." } });
    const result = await preflight(aMetricSource());

    expect([result.exitCode, findings(result)]).toEqual([0, [ACCEPTED]]);
    expect(calls()).toEqual([ORDERS, METRIC_SOURCES]);
  });

  test("an adopted metric source, by the dry run of its update", async () => {
    await send(emulator(), METRIC_SOURCES, metricSource);
    const result = await preflight(aMetricSource({ adopt: true }));

    expect([result.exitCode, findings(result)]).toEqual([0, [ACCEPTED]]);
    expect(calls().slice(1)).toEqual([ORDERS]);
  });

  test("assignment sources, by the dry run of their only call", async () => {
    const { name, timestampColumn } = assignmentSource;
    const result = await preflight((stack) => {
      anAssignmentSource()(stack);
      new AssignmentSource(stack, "patched", { name: "views", timestampColumn });
    });

    expect(result.exitCode).toBe(0);
    expect(findings(result)).toEqual([
      "  accepted     assignment source exposures (checkout/exposures)",
      "  accepted     assignment source views (checkout/patched)",
    ]);
    expect(emulator().calls.map(({ method, body }) => [method, body])).toEqual([
      ["POST", { ...assignmentSource, dryRun: true }],
      ["PATCH", { name: "views", timestampColumn, dryRun: true }],
    ]);
    expect([name, emulator().records]).toEqual(["exposures", []]);
  });

  test("what is declared as a dry run, by the call that its deploy makes", async () => {
    await preflight(together(aMetricSource({ dryRun: true }), anAssignmentSource({ dryRun: true })));
    expect(calls().sort()).toEqual([EXPOSURES, METRIC_SOURCES]);
  });
});

describe("what the service refuses", () => {
  test("is shown with its reasons, and the exit code is 1", async () => {
    emulator().fail({
      match: { kind: "assignment_source" },
      status: 400,
      body: { message: "The query is not valid.", errors: [{ property: "sql", errorMessage: "no table exposures" }] },
    });
    const { address } = emulator();
    const result = await preflight(together(aMetricSource(), anAssignmentSource()));

    expect(result).toEqual({
      exitCode: 1,
      stdout: `checkout
  refused      assignment source exposures (checkout/exposures): POST ${address}/console/v1/experiments/assignment_source/exposures was answered with 400: The query is not valid
                 - sql: no table exposures
${ACCEPTED}

1 accepted, 1 refused
`,
      stderr:
        "error: 1 is refused\n  next: correct the props or the settings, run cdktf synth, and run preflight again\n",
    });
  });

  test("as an update is refused, even when the refusal sounds as if the source were missing", async () => {
    await send(emulator(), METRIC_SOURCES, metricSource);
    emulator().fail({ match: { path: /orders$/ }, status: 400, body: { message: "Column paid_at not found." } });
    const result = await preflight(aMetricSource());

    expect(result.exitCode).toBe(1);
    expect(findings(result).join()).toContain("answered with 400: Column paid_at not found");
    expect(findings(result).join()).not.toContain("already exists");
  });

  test("as a create is refused with the reason of the create", async () => {
    emulator().fail({ match: { path: /metric_source$/ }, status: 400, body: { message: "The query is not valid." } });
    const result = await preflight(aMetricSource());

    expect(result.exitCode).toBe(1);
    expect(findings(result).join()).toContain("/metric_source was answered with 400: The query is not valid");
  });

  test("because what is adopted does not exist is never created", async () => {
    const result = await preflight(aMetricSource({ adopt: true }));

    expect(result.exitCode).toBe(1);
    expect(findings(result)).toEqual([
      expect.stringContaining("answered with 404: Metric source orders does not exist"),
      "                 - adopt: true takes over what exists, and creates nothing",
    ]);
    expect(calls()).toEqual([ORDERS]);
  });

  test("for the key does not show the key", async () => {
    emulator().fail({
      times: 9,
      status: 401,
      body: { message: "The key emulator-key is not valid.", errors: ["nor is ZW11bGF0b3Ita2V5"] },
    });
    const result = await preflight(aMetricSource());

    expect(result.exitCode).toBe(1);
    expect(findings(result).join()).toContain("answered with 401: The key *** is not valid");
    expect(findings(result).join()).toContain("- (not shown: the answer repeats a secret)");
    expect(result.stdout + result.stderr).not.toMatch(/emulator-key|ZW11bG/);
  });
});

describe("values known only at deploy:", () => {
  test("what only Terraform knows is not checked, and says which places", async () => {
    const result = await preflight((stack) => {
      const schema = new TerraformVariable(stack, "schema", { type: "string" });
      const mapping = [{ serviceUnitID: "userID", column: schema.stringValue }];
      new MetricSource(stack, "orders", { ...metricSource, sql: `from ${schema.stringValue}`, idTypeMapping: mapping });
      new PromptVersion(stack, "support", { ...promptVersion, promptID: schema.stringValue });
      anAssignmentSource()(stack);
    });

    expect(result.exitCode).toBe(0);
    expect(findings(result)).toEqual([
      "  accepted     assignment source exposures (checkout/exposures)",
      "  not checked  metric source orders (checkout/orders): only Terraform knows sql, idTypeMapping[0].column",
      "  not checked  prompt version (named during the deploy) (checkout/support): only Terraform knows promptID",
    ]);
    expect(calls()).toEqual([EXPOSURES]);
  });

  test("the address of the service is not guessed when only Terraform knows it", async () => {
    const result = await preflight((stack) => {
      const address = new TerraformVariable(stack, "address", { type: "string" });
      new ExperimentationService(stack, "service", { baseUrl: address.stringValue });
      aMetricSource()(stack);
    });

    expect([result.exitCode, calls()]).toEqual([0, []]);
    expect(findings(result)).toEqual([
      "  not checked  metric source orders (checkout/orders): only Terraform knows service.baseUrl",
    ]);
  });

  test("secrets are taken from the environment, and not printed", async () => {
    emulator().fail({ times: 9, status: 400, body: { message: "Bad token t0p-secret." } });
    const build = aMetricSource({ sql: `select '${fromEnvironment("TOKEN")}'` });
    const result = await preflight(build, { environment: { TOKEN: "t0p-secret" } });

    expect(emulator().calls[0]?.body).toMatchObject({ sql: "select 't0p-secret'" });
    expect(result.stdout + result.stderr).not.toContain("t0p-secret");
    expect(result.stdout).toContain("Bad token ***");
  });

  test("a secret that is missing refuses a source", async () => {
    const result = await preflight(aMetricSource({ sql: fromEnvironment("TOKEN") }));

    expect([result.exitCode, calls()]).toEqual([1, []]);
    expect(findings(result)).toEqual([
      "  refused      metric source orders (checkout/orders): sql takes its value from the environment variable TOKEN, which is not set",
    ]);
  });

  test("a secret that is missing leaves unchecked what would not be sent anyway", async () => {
    const header = { name: "Authorization", value: fromEnvironment("TOKEN") };
    const result = await preflight(aPromptVersion({ auth_workflow_headers: [header] }));

    expect(result.exitCode).toBe(0);
    expect(findings(result).join()).toMatch(/^ {2}not checked {2}prompt version .* TOKEN, which is not set$/);
  });

  test("what a secret makes invalid is refused without a call", async () => {
    const result = await preflight(aSegment({ description: fromEnvironment("LONG") }), {
      environment: { LONG: "x".repeat(1001) },
    });

    expect([result.exitCode, calls()]).toEqual([1, []]);
    expect(findings(result)).toEqual([
      "  refused      segment beta_testers (checkout/beta): not as the API has it; nothing was sent",
      "                 - description: given a string of 1001 characters; allowed: at most 1000 characters",
    ]);
  });
});

test("kinds without a dry run are checked here, and the report says so", async () => {
  const result = await preflight(oneOfEach);

  expect(result.exitCode).toBe(0);
  expect(findings(result).map((line) => line.slice(2, 13).trim())).toEqual([
    "valid",
    "valid",
    "accepted",
    "accepted",
    "valid",
    "valid",
  ]);
  expect(result.stdout).toMatch(
    /\n2 accepted, 4 valid\n"valid" was checked here: the API has no dry run for experiments, segments, ingestion sources and prompt versions\n$/,
  );
  expect(emulator().calls.every(({ kind }) => kind === "metric_source" || kind === "assignment_source")).toBe(true);
});

test("stacks that have nothing to ask about need no key", async () => {
  const environment = { SERVICE_API_KEY: "", SERVICE_BASE_URL: "" };
  const result = await preflight(together(anExperiment(), anIngestionSource()), { environment });
  expect([result.exitCode, result.stderr]).toEqual([0, ""]);
});

test("only the named stacks are asked about", async () => {
  const stacks = { staging: aMetricSource(), production: anAssignmentSource() };
  const { stdout } = await preflightOf(stacks, ["production"]);

  expect(stdout).toMatch(/^production\n {2}accepted/);
  expect(calls()).toEqual([EXPOSURES]);
  expect(await preflightOf(stacks, ["test"])).toMatchObject({ exitCode: 2, stdout: "" });
});

test("the settings of the service are the deploy's", async () => {
  const service = await preflight(
    (stack) => {
      new ExperimentationService(stack, "service", {
        baseUrl: `${emulator().address}/`,
        apiKeyVariable: "CONSOLE_KEY",
        respectReviewSettings: fromEnvironment("REVIEW"),
      });
      anAssignmentSource()(stack);
    },
    { environment: { SERVICE_BASE_URL: "", SERVICE_API_KEY: "", CONSOLE_KEY: emulator().key, REVIEW: "yes" } },
  );

  expect(service.exitCode).toBe(0);
  expect(emulator().calls[0]?.headers).toMatchObject({ "x-respect-review-settings": "yes" });
});

describe("with another vendor", () => {
  const acme = emulatorWith({ vendor: "acme" });

  test("the header and the unit ids carry its name", async () => {
    const result = await preflight((stack) => {
      new ExperimentationService(stack, "service", { baseUrl: acme().address, vendor: "acme" });
      aMetricSource()(stack);
    });
    expect(result.exitCode).toBe(0);
    expect(acme().calls[0]?.body).toMatchObject({ idTypeMapping: [{ acmeUnitID: "userID", column: "user_id" }] });
  });
});

describe("before anything is asked", () => {
  test("every setting that is missing is named", async () => {
    const result = await preflight(
      (stack) => {
        const other = new ExperimentationService(stack, "other", {
          apiKeyVariable: "OTHER_KEY",
          baseUrl: emulator().address,
        });
        const here = new ExperimentationService(stack, "here");
        aMetricSource({ service: other })(stack);
        anAssignmentSource({ service: here })(stack);
      },
      { environment: { SERVICE_BASE_URL: "" } },
    );

    expect([result.exitCode, result.stdout, calls()]).toEqual([1, "", []]);
    expect(result.stderr).toBe(`error: the service was not asked
  - the address of the service is missing: neither baseUrl nor the environment variable SERVICE_BASE_URL is set
  - the key is missing: the environment variable OTHER_KEY is not set
  next: correct that, and run preflight again
`);
  });
});

describe("many sources", () => {
  const many: Build = (stack) => {
    for (let number = 0; number < 20; number++) {
      new MetricSource(stack, `orders-${number}`, { ...metricSource, name: `orders ${number}` });
    }
  };

  test("are asked about eight at a time", async () => {
    let open = 0;
    let most = 0;
    let release = () => {};
    const areEight = new Promise<void>((resolve) => {
      // a ninth would come with the eighth
      release = () => setTimeout(resolve, 50);
    });
    const server = createServer(async (request, response) => {
      most = Math.max(most, ++open);
      if (open === 8) release();
      await areEight;
      request.resume().on("end", () => {
        open--;
        response.writeHead(200, { "content-type": "application/json" }).end(`{"message":"fine","data":{}}`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const SERVICE_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const result = await preflight(many, { environment: { SERVICE_BASE_URL } });
    await new Promise((resolve) => server.close(resolve));

    expect([result.exitCode, most]).toEqual([0, 8]);
    expect(result.stdout).toContain("20 accepted");
  });

  test("show one line that is rewritten, to a person only", async () => {
    const { stdout, stderr } = await preflight(many, { isTTY: true, environment: { NO_COLOR: "1" } });

    const [before, ...lines] = stderr.split("\r\u001b[K");
    const expected = Array.from({ length: 21 }, (_, number) => `asking the service: ${number} of 20`);
    expect([before, ...lines]).toEqual(["", ...expected, ""]);
    expect(stdout).not.toContain("asking");
    expect((await preflight(many)).stderr).toBe("");
  });

  test("are listed in their order", async () => {
    const result = await preflight(many);
    const names = findings(result).map((line) => /\(checkout\/(.*)\)/.exec(line)?.[1]);
    expect(names).toEqual([...names].sort());
  });
});

describe("a service in trouble", () => {
  test("is waited for", async () => {
    emulator().fail({ times: 2, status: 429, headers: { "retry-after": "1" } });
    const result = await preflight(anAssignmentSource(), { isTTY: true, environment: { NO_COLOR: "1" } });

    expect(result.exitCode).toBe(0);
    expect(calls()).toHaveLength(3);
    expect(result.stderr).toContain("asking the service: 0 of 1; waiting 1 s for ");
  });

  test("is given up on, which refuses", async () => {
    const result = await preflight((stack) => {
      new ExperimentationService(stack, "service", { baseUrl: "http://127.0.0.1:1", retryBudgetSeconds: 0.2 });
      anAssignmentSource()(stack);
    });

    expect(result.exitCode).toBe(1);
    expect(findings(result).join()).toMatch(
      /refused .* got no answer: connection refused; gave up after \d+ attempts?/,
    );
  });

  test("is left when the command is stopped", async () => {
    emulator().fail({ hang: true });
    const stop = AbortSignal.timeout(200);
    expect(await preflight(anAssignmentSource(), { stop })).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "error: interrupted; nothing was kept\n  next: run preflight again\n",
    });
  });
});

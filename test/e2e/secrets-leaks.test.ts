import { appendFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ExperimentationService, fromEnvironment, MetricSource } from "../../lib";
import { type Deployment, deployment, unwrapped } from "../support/deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  aService,
  type Build,
  makingService,
  metricSource,
  resourceType,
  together,
} from "../support/samples";
import { filesWith, spellingsOf } from "./leaked-secrets";

const KEY = "keyOfHunter2 / of+the=service";
const TOKEN = 'tokenOfHunter2 "quoted" \\ & 100% 👩‍👩‍👧 endOfToken';
/** What must be nowhere: the secrets in any encoding, and the parts of them that no escaping changes. */
const texts = [...spellingsOf([KEY, TOKEN]), "keyOfHunter2", "tokenOfHunter2", "endOfToken"];

const token = fromEnvironment("TOKEN");

/** Entities that carry the secret in a create, an update and an upsert. */
const withSecret = (allocation: number): Build =>
  together(
    anExperiment({ description: token, allocation }),
    anAssignmentSource({ sql: `select '${token}' limit ${allocation}` }),
    aPromptVersion({ auth_workflow_headers: [{ name: "Authorization", value: `Bearer ${token}` }] }),
  );

/** Everything that was printed, with Terraform's own trace in a file of the workspace. */
class Transcript {
  private printed = "";

  constructor(private readonly service: Deployment) {}

  /** Plans what is declared, and applies the plan. The state and the plan as JSON are among the files. */
  async deploy(
    build: Build,
    expected: "success" | "failure",
    variables: Readonly<Record<string, string>> = {},
    meanwhile: () => Promise<void> | undefined = () => undefined,
  ): Promise<string> {
    const { workspace } = this.service;
    this.service.synth(build);
    const trace = { TF_LOG: "trace", TF_LOG_PATH: join(workspace.directory, "trace.log") };
    const environment = { TOKEN, SERVICE_API_KEY: KEY, ...trace, ...variables };
    const planned = await workspace.plan({ environment });
    await workspace.shownPlan({ environment });
    await meanwhile();
    const applied = await workspace.apply({ environment, saved: true });
    expect([planned.exitCode, applied.exitCode]).toEqual([2, expected === "success" ? 0 : 1]);
    this.printed += planned.output + applied.output;
    return unwrapped(applied.output);
  }

  /** Looks for secrets in what was printed, and in every file. */
  async expectNoSecret(): Promise<void> {
    appendFileSync(join(this.service.workspace.directory, "printed.txt"), this.printed);
    expect(await filesWith(this.service.workspace, texts)).toEqual([]);
  }
}

/** Runs a test against a service with that key, where nothing finds a secret but what is given to each command. */
const withKey = (test: (service: Deployment, transcript: Transcript) => Promise<void>) =>
  deployment((service) => test(service, new Transcript(service)), {
    emulator: { key: KEY },
    environment: ({ address }) => ({ SERVICE_BASE_URL: address }),
  });

test("the search finds what has leaked", () =>
  withKey(async ({ workspace }, transcript) => {
    await transcript.deploy(anAssignmentSource({ sql: TOKEN }), "success");

    const found = (await filesWith(workspace, texts)).map((path) => path.replace(/^.*\//, "")).sort();
    expect(found).toEqual([
      "assignment_source_exposures.json",
      "cdk.tf.json",
      "terraform.stack.tfstate",
      "tfplan.json",
    ]);
  }));

const echo = (secret: string) => ({
  message: `no ${secret}, no ${encodeURIComponent(secret)}, no ${Buffer.from(`x${secret}`).toString("base64")}`,
  errors: [{ property: "sql", errorMessage: secret }, secret, { [secret]: secret }],
});

test("after a create, an update and an update that was refused, no file and no output holds the key or a secret", () =>
  withKey(async ({ emulator }, transcript) => {
    const rest = together(
      aMetricSource({ sql: `select '${token}'` }),
      aSegment({ rules: [{ returnValue: { token } }] }),
    );
    await transcript.deploy(together(withSecret(50), rest), "success");
    await transcript.deploy(together(withSecret(70), rest), "success");
    expect(emulator.record("experiment", "checkout_button")).toMatchObject({ description: TOKEN, allocation: 70 });
    expect(emulator.calls).toHaveLength(7);

    emulator.fail({ status: 400, body: echo(TOKEN), times: Number.POSITIVE_INFINITY });
    await transcript.deploy(together(withSecret(90), rest), "failure");
    await transcript.expectNoSecret();
  }));

test("after answers that repeat the key or a secret, and calls without an answer, no file and no output holds them", () =>
  withKey(async ({ emulator }, transcript) => {
    const faults = [
      {
        kind: "assignment_source",
        fault: { status: 400, body: echo(TOKEN) },
        says: "returned 400: no ***, no ***, no ",
      },
      { kind: "metric_source", fault: { status: 401, body: echo(KEY) }, says: "returned 401: no ***, no ***, no " },
      {
        kind: "prompt_version",
        fault: { status: 403, body: `Forbidden: ${KEY} ${TOKEN}` },
        says: "returned 403: Forbidden: *** ***",
      },
      {
        kind: "segment",
        fault: { status: 302, headers: { location: `https://x.example/${encodeURIComponent(TOKEN)}` } },
        says: "returned 302 to https://x.example/***",
      },
      { kind: "experiment", fault: { status: 500, body: echo(TOKEN) }, says: "returned 500" },
      { kind: "ingestion_source", fault: { drop: "after" }, says: "got no response: " },
    ] as const;
    for (const { kind, fault } of faults) {
      emulator.fail({ ...fault, match: { kind }, times: Number.POSITIVE_INFINITY });
    }
    const build = together(
      // gives up soon when no answer comes
      aService({ retryBudgetSeconds: 5 }),
      withSecret(50),
      aMetricSource({ sql: token }),
      aSegment({ description: token }),
      anIngestionSource({ query: token }),
    );
    const output = await transcript.deploy(build, "failure");

    for (const { says } of faults) expect(output).toContain(says);
    await transcript.expectNoSecret();
  }));

/** Each has an entity in a service of its own, with its own variables for key and secret. */
const lacking = [
  { what: "a missing secret", secret: "NO_TOKEN", says: "NO_TOKEN, which is not set" },
  { what: "an empty secret", secret: "EMPTY_TOKEN", says: "EMPTY_TOKEN, which is empty" },
  { what: "a missing key", key: "NO_KEY", says: "NO_KEY is not set" },
  { what: "a key that no header can carry", key: "LONG_KEY", says: "is not valid in an HTTP header" },
  { what: "a wrong key", key: "WRONG_KEY", says: "returned 401" },
  { what: "a refused connection", baseUrl: "http://127.0.0.1:9", says: "got no response: " },
];

test("after keys, secrets and addresses that are missing or wrong, no file and no output holds the key or a secret", () =>
  withKey(async (_, transcript) => {
    const build = makingService((stack) => {
      for (const [index, { secret = "TOKEN", key, baseUrl }] of lacking.entries()) {
        const settings = { resourceType, apiKeyVariable: key, baseUrl, retryBudgetSeconds: 5 };
        const service = new ExperimentationService(stack, `service-${index}`, settings);
        const sql = fromEnvironment(secret);
        new MetricSource(stack, `orders-${index}`, { ...metricSource, name: `orders ${index}`, sql, service });
      }
    });
    const variables = { EMPTY_TOKEN: "", LONG_KEY: `${KEY}\n`, WRONG_KEY: `${KEY} and more` };
    const output = await transcript.deploy(build, "failure", variables);

    for (const { says } of lacking) expect(output).toContain(says);
    await transcript.expectNoSecret();
  }));

interface Row {
  readonly what: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** What happens between plan and apply. */
  readonly meanwhile?: (service: Deployment) => Promise<void>;
  /** What is said all the same. */
  readonly says: string;
}

test.each<Row>([
  {
    what: "an address that holds the key",
    variables: { SERVICE_BASE_URL: `https://x:${encodeURIComponent(KEY)}@x.example` },
    says: "is not valid; allowed: an address without credentials, query and fragment",
  },
  {
    what: "an applier that cannot start",
    meanwhile: ({ workspace }) => rm(join(workspace.stackDirectory, "assets"), { recursive: true }),
    says: "Error: Cannot find module",
  },
  {
    what: "a request that is not the planned one",
    meanwhile: async (service) => service.synth(withSecret(70)),
    says: "is not the one that was planned",
  },
])("after $what, no file and no output holds the key or a secret", ({ variables, meanwhile, says }) =>
  withKey(async (service, transcript) => {
    expect(await transcript.deploy(withSecret(50), "failure", variables, () => meanwhile?.(service))).toContain(says);
    await transcript.expectNoSecret();
  }),
);

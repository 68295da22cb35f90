import { appendFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fromEnvironment } from "../../lib";
import type { Fault } from "../../lib/emulator";
import { type Deployment, deployment, unwrapped } from "./deployment";
import { filesWith, spellingsOf } from "./leaked-secrets";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  aPromptVersion,
  aSegment,
  aService,
  type Build,
  together,
} from "./samples";

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

/** Gives up at once when no answer comes. */
const impatient = aService({ retryBudgetSeconds: 0.3 });

/** Everything that was printed, with Terraform's own trace in a file of the workspace. */
class Transcript {
  private printed = "";

  constructor(private readonly service: Deployment) {}

  /** Plans what is declared, applies the plan, and shows plan and state in every way that Terraform has. */
  async deploy(
    build: Build,
    expected: "success" | "failure",
    variables: Readonly<Record<string, string>>,
    meanwhile: () => Promise<void> | undefined = () => undefined,
  ): Promise<string> {
    const { workspace } = this.service;
    this.service.synth(build);
    const environment = { TF_LOG: "trace", TF_LOG_PATH: join(workspace.directory, "trace.log"), ...variables };
    const planned = await workspace.plan({ environment });
    await meanwhile();
    const applied = await workspace.apply({ environment, saved: true });
    expect([planned.exitCode, applied.exitCode]).toEqual([2, expected === "success" ? 0 : 1]);
    for (const args of [["show"], ["show", "-json"], ["show", "tfplan"], ["output", "-json"]]) {
      const { output } = await workspace.terraform(args, { environment });
      this.printed += output;
    }
    this.printed += planned.output + applied.output;
    return applied.output;
  }

  /** Looks for secrets in what was printed, and in every file. */
  async expectNoSecret(): Promise<void> {
    appendFileSync(join(this.service.workspace.directory, "printed.txt"), this.printed);
    expect(await filesWith(this.service.workspace, texts)).toEqual([]);
  }
}

const access = { TOKEN, SERVICE_API_KEY: KEY };

/** Runs a test against a service with that key, where nothing finds a secret but what is given to each command. */
const withKey = (test: (service: Deployment, transcript: Transcript) => Promise<void>) =>
  deployment((service) => test(service, new Transcript(service)), {
    emulator: { key: KEY },
    environment: ({ address }) => ({ SERVICE_BASE_URL: address }),
  });

test("the search finds what has leaked", () =>
  withKey(async ({ workspace }, transcript) => {
    await transcript.deploy(anAssignmentSource({ sql: TOKEN }), "success", access);

    const found = (await filesWith(workspace, texts)).map((path) => path.replace(/^.*\//, "")).sort();
    expect(found).toEqual([
      "assignment_source_exposures.json",
      "cdk.tf.json",
      "terraform.stack.tfstate",
      "tfplan",
      "tfplan.json",
    ]);
  }));

test("after a create and an update, no file and no output holds the key or a secret", () =>
  withKey(async ({ emulator }, transcript) => {
    const rest = together(
      aMetricSource({ sql: `select '${token}'` }),
      aSegment({ rules: [{ returnValue: { token } }] }),
    );
    await transcript.deploy(together(withSecret(50), rest), "success", access);
    await transcript.deploy(together(withSecret(70), rest), "success", access);

    expect(emulator.record("experiment", "checkout_button")).toMatchObject({ description: TOKEN, allocation: 70 });
    expect(emulator.calls).toHaveLength(7);
    await transcript.expectNoSecret();
  }));

interface Row {
  readonly what: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly fault?: Fault;
  readonly more?: Build;
  /** What happens between plan and apply. */
  readonly meanwhile?: (service: Deployment) => Promise<void>;
  /** What is said all the same. */
  readonly says: string;
}

const echo = (secret: string) => ({
  message: `no ${secret}, no ${encodeURIComponent(secret)}, no ${Buffer.from(`x${secret}`).toString("base64")}`,
  errors: [{ property: "sql", errorMessage: secret }, secret, { [secret]: secret }],
});

const failures: readonly Row[] = [
  { what: "a missing secret", variables: { SERVICE_API_KEY: KEY }, says: "TOKEN, which is not set" },
  { what: "an empty secret", variables: { SERVICE_API_KEY: KEY, TOKEN: "" }, says: "TOKEN, which is empty" },
  { what: "a missing key", variables: { TOKEN }, says: "SERVICE_API_KEY is not set" },
  {
    what: "a key that no header can carry",
    variables: { ...access, SERVICE_API_KEY: `${KEY}\n` },
    says: "is not valid in an HTTP header",
  },
  { what: "a wrong key", variables: { ...access, SERVICE_API_KEY: `${KEY} and more` }, says: "answered with 401" },
  {
    what: "a 400 that repeats the secret",
    fault: { status: 400, body: echo(TOKEN) },
    says: "answered with 400: no ***, no ***, no ",
  },
  {
    what: "a 401 that repeats the key",
    fault: { status: 401, body: echo(KEY) },
    says: "answered with 401: no ***, no ***, no ",
  },
  {
    what: "a 403 of text",
    fault: { status: 403, body: `Forbidden: ${KEY} ${TOKEN}` },
    says: "answered with 403: Forbidden: *** ***",
  },
  {
    what: "a redirect to the secret",
    fault: { status: 302, headers: { location: `https://x.example/${encodeURIComponent(TOKEN)}` } },
    says: "to https://x.example/***",
  },
  {
    what: "a 500",
    fault: { match: { kind: "experiment" }, status: 500, body: echo(TOKEN) },
    says: "answered with 500",
  },
  { what: "a connection that breaks", fault: { drop: "after" }, more: impatient, says: "got no answer: " },
  {
    what: "a refused connection",
    variables: { ...access, SERVICE_BASE_URL: "http://127.0.0.1:9" },
    more: impatient,
    says: "got no answer: ",
  },
  {
    what: "an address that holds the key",
    variables: { ...access, SERVICE_BASE_URL: `https://x:${encodeURIComponent(KEY)}@x.example` },
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
];

test.each(failures)(
  "after $what, no file and no output holds the key or a secret",
  ({ variables = access, fault, more = () => {}, meanwhile, says }) =>
    withKey(async (service, transcript) => {
      if (fault !== undefined) service.emulator.fail({ ...fault, times: Number.POSITIVE_INFINITY });
      const build = together(more, withSecret(50));
      const output = await transcript.deploy(build, "failure", variables, () => meanwhile?.(service));

      expect(unwrapped(output)).toContain(says);
      await transcript.expectNoSecret();
    }),
);

test("after an update that was refused, no file and no output holds the key or a secret", () =>
  withKey(async ({ emulator }, transcript) => {
    await transcript.deploy(withSecret(50), "success", access);
    emulator.fail({ status: 400, body: echo(TOKEN), times: Number.POSITIVE_INFINITY });
    await transcript.deploy(withSecret(70), "failure", access);
    await transcript.expectNoSecret();
  }));

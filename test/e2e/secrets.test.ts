import { appendFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ExperimentationService, fromEnvironment, MetricSource, PromptVersion } from "../../lib";
import type { KindName } from "../../lib/api/kind-names";
import { type Deployment, deployment, unwrapped } from "../support/deployment";
import {
  aMetricSource,
  anAssignmentSource,
  aPromptVersion,
  aService,
  type Build,
  makingService,
  metricSource,
  oneOfEachWith,
  promptVersion,
  resourceType,
  samples,
  together,
} from "../support/samples";
import type { Workspace } from "../support/workspace";

const KEY = "keyOfHunter2 / of+the=service";
const secrets = {
  TOKEN: `tokenOfHunter2 "quoted" \\ \n $& \${x} %{y} & 100% e\u0301 👩‍👩‍👧 endOfToken`,
  OTHER: "otherOfHunter3",
};
/** What must be nowhere: the secrets in any encoding, and the parts of them that no escaping changes. */
const texts = [...spellingsOf([KEY, ...Object.values(secrets)]), "keyOfHunter2", "tokenOfHunter2", "endOfToken"];

const token = fromEnvironment("TOKEN");
const other = fromEnvironment("OTHER");

/** Props of all kinds with a secret for each text, and as a part of each. */
function propsWith({ TOKEN, OTHER }: typeof secrets): Readonly<Record<KindName, object>> {
  return {
    experiment: {
      description: TOKEN,
      hypothesis: `${TOKEN} and ${OTHER}`,
      tags: [TOKEN, "open", `not ${OTHER}`],
      layerID: TOKEN,
      targetApps: TOKEN,
      creatorEmail: OTHER,
      links: [{ url: `https://example.com/?token=${OTHER}`, title: TOKEN }],
      groups: [{ id: "control", parameterValues: { "a/b~c": [{ deep: TOKEN }, `Bearer ${OTHER}`] } }],
    },
    metric_source: { sql: `select '${TOKEN}'`, owner: { ownerEmail: TOKEN }, idTypeMapping: [{ column: OTHER }] },
    assignment_source: { sql: TOKEN, description: `${OTHER}${OTHER}`, tags: [OTHER] },
    segment: { description: TOKEN, rules: [{ returnValue: { TOKEN }, conditions: [{ targetValue: [OTHER] }] }] },
    ingestion_source: { query: TOKEN, column_mapping: { unit_id: OTHER } },
    prompt_version: {
      prompts: [{ content: `The password is ${TOKEN}.` }],
      workflow_headers: [{ name: "X-Token", value: TOKEN }],
      auth_workflow_headers: [{ name: "Authorization", value: `Bearer ${OTHER}` }],
    },
  };
}

/** One entity of each kind, full of secrets; another allocation is a change of one. */
function everywhere(allocation = 50): Build {
  const props = propsWith({ TOKEN: token, OTHER: other });
  return oneOfEachWith({ ...props, experiment: { ...props.experiment, allocation } });
}

/** Runs a test against a service with that key, where nothing finds a secret but what is given to each command. */
const withKey = (test: (service: Deployment) => Promise<void>) =>
  deployment(test, { emulator: { key: KEY }, environment: ({ baseUrl }) => ({ SERVICE_BASE_URL: baseUrl }) });

/**
 * Plans what is declared, and applies the plan. The state, the plan as JSON, Terraform's own trace and all that was printed are
 * among the files.
 */
async function deployed(
  service: Deployment,
  build: Build,
  expected: "success" | "failure",
  variables: Readonly<Record<string, string>> = {},
  meanwhile?: () => Promise<void>,
): Promise<string> {
  const { workspace } = service;
  service.synth(build);
  const trace = { TF_LOG: "trace", TF_LOG_PATH: join(workspace.directory, "trace.log") };
  const environment = { ...secrets, SERVICE_API_KEY: KEY, ...trace, ...variables };
  const planned = await workspace.plan({ environment });
  await workspace.shownPlan({ environment });
  await meanwhile?.();
  const applied = await workspace.apply({ environment, saved: true });
  expect([planned.exitCode, applied.exitCode]).toEqual([2, expected === "success" ? 0 : 1]);
  appendFileSync(join(workspace.directory, "printed.txt"), planned.output + applied.output);
  return unwrapped(applied.output);
}

async function expectNoSecret({ workspace }: Deployment): Promise<void> {
  expect(await filesWith(workspace, texts)).toEqual([]);
}

test("the search finds what has leaked", () =>
  withKey(async (service) => {
    await deployed(service, anAssignmentSource({ sql: secrets.TOKEN }), "success");

    const found = (await filesWith(service.workspace, texts)).map((path) => path.replace(/^.*\//, "")).sort();
    expect(found).toEqual([
      "assignment_source_exposures.json",
      "cdk.tf.json",
      "printed.txt",
      "terraform.stack.tfstate",
      "tfplan.json",
    ]);
  }));

test("a secret arrives in place of any text, and as a part of it; no file and no output holds the key or a secret, also where the applier cannot start", () =>
  withKey(async (service) => {
    await deployed(service, everywhere(), "success");
    for (const [kind, expected] of Object.entries(propsWith(secrets))) {
      expect(service.emulator.record(kind as KindName, samples[kind as KindName].identity)).toMatchObject(expected);
    }
    await deployed(service, everywhere(70), "success");
    expect(service.emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 70 });

    const removed = () => rm(join(service.workspace.stackDirectory, "assets"), { recursive: true });
    expect(await deployed(service, everywhere(90), "failure", {}, removed)).toContain("Error: Cannot find module");
    await expectNoSecret(service);
  }));

const echo = (secret: string) => ({
  message: `no ${secret}, no ${encodeURIComponent(secret)}, no ${Buffer.from(`x${secret}`).toString("base64")}`,
  errors: [{ property: "sql", errorMessage: secret }, secret, { [secret]: secret }],
});

test("after responses that repeat the key or a secret, and calls without a response, no file and no output holds them", () =>
  withKey(async (service) => {
    const { TOKEN } = secrets;
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
      service.emulator.fail({ ...fault, match: { kind }, times: Number.POSITIVE_INFINITY });
    }
    // gives up soon when no response comes
    const output = await deployed(service, together(aService({ retryBudgetSeconds: 5 }), everywhere()), "failure");

    for (const { says } of faults) expect(output).toContain(says);
    await expectNoSecret(service);
  }));

/** Each has an entity in a service of its own, with its own variables for key and secret. */
const lacking = [
  { what: "a missing secret", secret: "NO_TOKEN", says: "NO_TOKEN, which is not set" },
  { what: "a missing key", key: "NO_KEY", says: "NO_KEY is not set" },
  { what: "a key that no header can carry", key: "LONG_KEY", says: "is not valid in an HTTP header" },
  { what: "a wrong key", key: "WRONG_KEY", says: "returned 401" },
  { what: "a refused connection", baseUrl: "http://127.0.0.1:9", says: "got no response: " },
];

test("after keys, secrets and base URLs that are missing or wrong, no file and no output holds the key or a secret", () =>
  withKey(async (service) => {
    const build = makingService((stack) => {
      for (const [index, { secret = "TOKEN", key, baseUrl }] of lacking.entries()) {
        const settings = { resourceType, apiKeyVariable: key, baseUrl, retryBudgetSeconds: 5 };
        const own = new ExperimentationService(stack, `service-${index}`, settings);
        const sql = fromEnvironment(secret);
        new MetricSource(stack, `orders-${index}`, { ...metricSource, name: `orders ${index}`, sql, service: own });
      }
    });
    const output = await deployed(service, build, "failure", { LONG_KEY: `${KEY}\n`, WRONG_KEY: `${KEY} and more` });

    for (const { says } of lacking) expect(output).toContain(says);
    await expectNoSecret(service);
  }));

test("a changed secret alone plans nothing; reapply sends it where there is an update", () =>
  deployment(async (service) => {
    const build = (reapply?: string): Build =>
      together(
        aMetricSource({ sql: token, reapply }),
        (stack) => new PromptVersion(stack, "by-content", { ...promptVersion, id: undefined, model: token }),
        aPromptVersion({ workflow_headers: [{ name: "X-Token", value: token }] }),
      );
    await service.deploy(build(), { environment: { TOKEN: "hunter2" } });
    const environment = { TOKEN: "hunter3" };
    expect(await service.workspace.plan({ environment })).toMatchObject({ isEmpty: true });
    await service.deploy(build("the token changed"), { environment });
    expect(service.calls.slice(3)).toEqual([
      { operation: "POST /console/v1/metrics/metric_source/orders", body: { ...metricSource, sql: "hunter3" } },
    ]);
  }));

/** How secrets may look where they have leaked: as they are, as JSON of either tool, percent-encoded or in base64. */
function spellingsOf(secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) => {
    const json = JSON.stringify(secret).slice(1, -1);
    const terraformJson = json.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
    const base64 = [0, 1, 2].map((offset) => base64Of(secret, offset));
    return [secret, json, terraformJson, encodeURIComponent(secret), ...base64];
  });
}

/** Paths of all files of a workspace that hold one of these texts. What a plan has in its archive is in its JSON, too. */
async function filesWith(workspace: Workspace, texts: readonly string[]): Promise<string[]> {
  const files = [...(await workspace.files())];
  return files.filter(([, content]) => texts.some((text) => content.includes(text))).map(([path]) => path);
}

/** The part of a text in base64 that does not depend on the text around it, by where it begins in a group of three. */
function base64Of(text: string, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString("base64");
  return encoded.replace(/=+$/, "").slice(offset === 0 ? 0 : offset + 1, -1);
}

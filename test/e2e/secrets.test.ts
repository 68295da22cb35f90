import { generateKeyPairSync } from "node:crypto";
import { appendFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { TerraformVariable } from "cdktf";
import { fromEnvironment, PromptVersion } from "../../lib";
import type { KindName } from "../../lib/api/kind-names";
import { type Deployment, deployment, unwrapped } from "../support/deployment";
import {
  aMetricSource,
  aPromptVersion,
  aService,
  type Build,
  constructOf,
  metricSource,
  oneOfEachWith,
  promptVersion,
  samples,
  together,
} from "../support/samples";
import { setVariables } from "./terraform-values";

const KEY = "keyOfHunter2 / of+the=service";
const secrets = {
  TOKEN: `tokenOfHunter2 "quoted" \\ \n $& \${x} %{y} & 100% e\u0301 👩‍👩‍👧 endOfToken`,
  OTHER: "otherOfHunter3",
};
/** What must be nowhere: the parts of the secrets that no escaping changes, and the secrets in base64. */
const texts = [
  ...["keyOfHunter2", "tokenOfHunter2", "endOfToken", "otherOfHunter3"],
  ...[KEY, ...Object.values(secrets)].flatMap((secret) => [0, 1, 2].map((offset) => base64Of(secret, offset))),
];

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
  meanwhile?: () => Promise<void>,
): Promise<string> {
  const { workspace } = service;
  service.synth(build);
  const trace = { TF_LOG: "trace", TF_LOG_PATH: join(workspace.directory, "trace.log") };
  const environment = { ...secrets, SERVICE_API_KEY: KEY, ...trace };
  const planned = await workspace.plan({ environment });
  await workspace.shownPlan({ environment });
  await meanwhile?.();
  const applied = await workspace.apply({ environment, saved: true });
  expect([planned.exitCode, applied.exitCode]).toEqual([2, expected === "success" ? 0 : 1]);
  appendFileSync(join(workspace.directory, "printed.txt"), planned.output + applied.output);
  return unwrapped(applied.output);
}

/** Expects that no file holds a secret. What a plan has in its archive is in its JSON, too. */
async function expectNoSecret({ workspace }: Deployment): Promise<void> {
  const files = [...(await workspace.files())].filter(([, content]) => texts.some((text) => content.includes(text)));
  expect(files.map(([path]) => basename(path))).toEqual([]);
}

test("a secret arrives in place of any text, and as a part of it; no file and no output holds the key or a secret, also where the applier cannot start", () =>
  withKey(async (service) => {
    await deployed(service, everywhere(), "success");
    for (const [kind, expected] of Object.entries(propsWith(secrets))) {
      expect(service.emulator.record(kind as KindName, samples[kind as KindName].identity)).toMatchObject(expected);
    }
    await deployed(service, everywhere(70), "success");
    expect(service.emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 70 });

    const removed = () => rm(join(service.workspace.stackDirectory, "assets"), { recursive: true });
    expect(await deployed(service, everywhere(90), "failure", removed)).toContain("Error: Cannot find module");
    await expectNoSecret(service);
  }));

const echo = (secret: string) => ({
  message: `no ${secret}, no ${encodeURIComponent(secret)}, no ${Buffer.from(`x${secret}`).toString("base64")}`,
  errors: [{ property: "sql", errorMessage: secret }, secret, { [secret]: secret }],
});

test("after responses that repeat the key or a secret, calls without a response, and a missing secret, no file and no output holds them", () =>
  withKey(async (service) => {
    const { TOKEN } = secrets;
    const location = `https://x.example/${encodeURIComponent(TOKEN)}`;
    const faults = [
      ["assignment_source", { status: 400, body: echo(TOKEN) }, "returned 400: no ***, no ***, no "],
      ["metric_source", { status: 401, body: echo(KEY) }, "returned 401: no ***, no ***, no "],
      ["prompt_version", { status: 403, body: `No: ${KEY} ${TOKEN}` }, "returned 403: No: *** ***"],
      ["segment", { status: 302, headers: { location } }, "returned 302 to https://x.example/***"],
      ["ingestion_source", { drop: "after" }, "got no response: "],
    ] as const;
    for (const [kind, fault] of faults) {
      service.emulator.fail({ ...fault, match: { kind }, times: Number.POSITIVE_INFINITY });
    }
    // gives up soon when no response comes
    const settings = { retryBudgetSeconds: 5 };
    const lacking = aMetricSource({ name: "lacking", sql: fromEnvironment("NO_TOKEN") }, "lacking");
    const output = await deployed(service, together(aService(settings), everywhere(), lacking), "failure");

    for (const [, , says] of faults) expect(output).toContain(says);
    expect(output).toContain("NO_TOKEN, which is not set");
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

/** How a service may repeat the body of a create in a refusal. */
const repeated: Readonly<Partial<Record<KindName, (body: Readonly<Record<string, unknown>>) => string>>> = {
  experiment: (received) => JSON.stringify({ received }),
  metric_source: (body) => JSON.stringify({ message: `not valid: ${JSON.stringify(body)}` }),
  assignment_source: (body) => JSON.stringify({ errors: [body.description] }).replaceAll("/", "\\/"),
  segment: (body) => `not valid: ${encodeURIComponent(JSON.stringify(body))}`,
};

test("of a private key that only Terraform knows, no 16 characters are in the output, an error or a file of the stack where a service repeats the body of a create", () =>
  deployment(async (service) => {
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 1_024,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    setVariables(service, { pem: privateKey });
    const field = (kind: KindName) => (kind === "experiment" ? "hypothesis" : "description");
    const kinds = Object.keys(repeated) as KindName[];
    for (const kind of kinds) {
      const body = repeated[kind]?.({ ...samples[kind].sample, [field(kind)]: privateKey });
      service.emulator.fail({ match: { kind }, status: 400, body });
    }
    const { output } = await service.deploy(
      (stack) => {
        const pem = new TerraformVariable(stack, "pem", { type: "string", sensitive: true }).stringValue;
        for (const kind of kinds) constructOf(kind, stack, kind, { ...samples[kind].sample, [field(kind)]: pem });
      },
      { expect: "failure" },
    );
    expect(output.match(/returned 400\b[^;]*?\*\*\*/g)).toHaveLength(kinds.length);

    const key = squeezed(privateKey);
    const parts = new Set(Array.from({ length: key.length - 15 }, (_, at) => key.slice(at, at + 16)));
    const shows = (text: string) => [...parts].filter((part) => squeezed(text).includes(part));
    expect(shows(output)).toEqual([]);
    const files = [...(await service.workspace.files())].filter(([, content]) => shows(String(content)).length > 0);
    // where its user gives it, and where Terraform keeps the values of triggers
    const given = ["terraform.stack.tfstate", "values.auto.tfvars.json"];
    expect(files.map(([path]) => basename(path)).sort()).toEqual(given);
  }));

/** A text without what escapes, frames and line breaks put between its letters. */
function squeezed(text: string): string {
  return text
    .replace(/%([\dA-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\+n|[\\│\s]+/g, "");
}

/** The part of a text in base64 that does not depend on the text around it, by where it begins in a group of three. */
function base64Of(text: string, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString("base64");
  return encoded.replace(/=+$/, "").slice(offset === 0 ? 0 : offset + 1, -1);
}

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { resource } from "@cdktf/provider-null";
import { Fn, TerraformOutput, type TerraformStack, TerraformVariable } from "cdktf";
import { Experiment, fromEnvironment, InvalidPropsError, MetricSource, PromptVersion, UsageError } from "../../lib";
import { emptyStack, messageOf, outputDirectory, synth } from "./synth";
import { experiment, metricSource } from "./things";

const address = "prompt_version_bot__v1";
const versionWith = (headers: readonly { readonly value: string }[]) =>
  synth((stack) => new PromptVersion(stack, "bot", { promptID: "bot", id: "v1", auth_workflow_headers: headers }));

/** Text of every file under a directory. */
function filesOf(directory: string): string {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile() && !path.endsWith("applier.js"))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

describe("a secret from the environment", () => {
  test("is a hole of the request, told by its variable in the plan", () => {
    const stack = versionWith([{ value: fromEnvironment("BOT_TOKEN") }]);
    const { calls, holes } = stack.requestOf(address);
    expect(calls.create?.body.auth_workflow_headers).toEqual([{ value: null }]);
    expect(holes).toEqual([
      { at: "/calls/create/body/auth_workflow_headers/0/value", parts: [{ environment: "BOT_TOKEN" }] },
    ]);
    expect(stack.triggers(address).auth_workflow_headers).toBe('[{"value":"(environment variable BOT_TOKEN)"}]');
    expect(stack.execution(address).environment ?? {}).toEqual({});
  });

  test("may be a part of text, beside others and beside tokens", () => {
    const stack = synth((scope) => {
      const user = new TerraformVariable(scope, "user", {}).stringValue;
      const value = `Basic ${user}:${fromEnvironment("PASSWORD")}${fromEnvironment("SALT")}`;
      new PromptVersion(scope, "bot", { promptID: "bot", id: "v1", auth_workflow_headers: [{ value }] });
    });
    expect(stack.requestOf(address).holes[0]?.parts).toEqual([
      "Basic ",
      { terraform: 0 },
      ":",
      { environment: "PASSWORD" },
      { environment: "SALT" },
    ]);
  });

  test("may stand wherever text may", () => {
    const stack = synth((scope) => {
      const secret = fromEnvironment("SECRET");
      const groups = [{ parameterValues: { key: secret } }];
      new Experiment(scope, "x", { ...experiment, hypothesis: secret, groups, tags: ["a", secret], team: secret });
    });
    expect(stack.requestOf("experiment_checkout_button_revision").holes).toHaveLength(8);
    expect(stack.triggers("experiment_checkout_button_revision")).toMatchObject({
      hypothesis: "(environment variable SECRET)",
      groups: '[{"parameterValues":{"key":"(environment variable SECRET)"}}]',
      tags: '["a","(environment variable SECRET)"]',
      team: "(environment variable SECRET)",
    });
  });

  test("is in no file that synth writes, even when the variable is set there", () => {
    const variable = "TEST_SECRET_OF_SYNTH";
    process.env[variable] = "hunter2-do-not-write-me";
    try {
      const directory = outputDirectory();
      synth((stack) => {
        new PromptVersion(stack, "bot", {
          promptID: "bot",
          auth_workflow_headers: [{ name: "Authorization", value: `Bearer ${fromEnvironment(variable)}` }],
        });
      }, directory);
      expect(filesOf(directory)).toContain(variable);
      expect(filesOf(directory)).not.toContain("hunter2");
    } finally {
      delete process.env[variable];
    }
  });
});

describe("a secret from the environment is refused", () => {
  const elsewhere = (name: string) =>
    `fromEnvironment("${name}") may stand only in props of this package's constructs: elsewhere its value would reach the state`;

  test.each<[string, (stack: TerraformStack) => void]>([
    ["in an output", (stack) => void new TerraformOutput(stack, "o", { value: fromEnvironment("TOKEN") })],
    [
      "in part of another resource's text",
      (stack) => void new resource.Resource(stack, "r", { triggers: { a: `x ${fromEnvironment("TOKEN")}` } }),
    ],
    [
      "in a function of Terraform's, even within our props",
      (stack) => void new Experiment(stack, "x", { ...experiment, hypothesis: Fn.upper(fromEnvironment("TOKEN")) }),
    ],
  ])("%s", (_, build) => {
    expect(messageOf(() => synth(build), UsageError)).toContain(elsewhere("TOKEN"));
  });

  test("in an identity or a name, which stands in addresses and messages", () => {
    const secret = fromEnvironment("TOKEN");
    const allowed = "allowed: a value that may be shown: no secret can name a thing";
    for (const [field, make] of [
      ["id", (stack: TerraformStack) => new Experiment(stack, "x", { ...experiment, id: secret })],
      ["name", (stack: TerraformStack) => new Experiment(stack, "x", { ...experiment, name: `A ${secret}` })],
      ["name", (stack: TerraformStack) => new MetricSource(stack, "x", { ...metricSource, name: secret })],
      ["promptID", (stack: TerraformStack) => new PromptVersion(stack, "x", { promptID: secret })],
    ] as const) {
      expect(messageOf(() => make(emptyStack()), InvalidPropsError)).toContain(
        `  - ${field}: given a token; ${allowed}`,
      );
    }
  });

  test.each(["", "1A", "A-B", "A B", "A=1", "ä", "A\n"])("under the name %j, which no variable can have", (name) => {
    expect(messageOf(() => fromEnvironment(name), UsageError)).toBe(
      `fromEnvironment(${JSON.stringify(name)}): a variable name has letters, digits and _, and does not begin with a digit`,
    );
  });
});

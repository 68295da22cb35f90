import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { TerraformVariable } from "cdktf";
import { Experiment, type ExperimentProps } from "../../lib";
import type { Build } from "../support/samples";
import { aProject } from "./command";
import { typeErrorsIn } from "./type-errors";

/** A stack with experiments: an id, and the parameters of its groups, the first of which is the control. */
function stackOf(
  experiments: Readonly<Record<string, readonly (Record<string, unknown> | undefined)[]>>,
  props: Partial<ExperimentProps> = {},
): Build {
  return (stack) => {
    for (const [id, parameters] of Object.entries(experiments)) {
      const groups = parameters.map((parameterValues, index) => ({ id: `g${index}`, parameterValues }));
      new Experiment(stack, id, { name: "Any name", id, groups, ...props });
    }
  };
}

async function types(stacks: Readonly<Record<string, Build>>, ...argv: string[]) {
  const { directory, run } = aProject(stacks);
  const again = (...more: string[]) => run(["types", ...more]);
  return { ...(await again(...argv)), directory, again };
}

/** The constants that `types` writes for experiments. */
async function constants(...given: Parameters<typeof stackOf>): Promise<string[]> {
  const { stdout } = await types({ app: stackOf(...given) });
  return stdout.trimEnd().split("\n\n").slice(1);
}

const checkout = { one_page_checkout: [{ steps: 4 }, { steps: 1 }] };

test("writes a module that says of each experiment what an application needs, whatever the environment", async () => {
  const text =
    'export const onePageCheckout: ExperimentDefinition<{ steps: number }> = { id: "one_page_checkout", layerID: null, defaults: { steps: 4 } };\n';
  const both = { staging: stackOf(checkout), production: stackOf(checkout, { description: "Other words." }) };
  const written = { exitCode: 0, stdout: expect.stringContaining(`\n\n${text}`), stderr: "" };
  expect(await types(both)).toMatchObject(written);
  // one more changes no other line
  expect(await types({ ...both, staging: stackOf({ ...checkout, "a-first": [{}] }) }, "stag*")).toMatchObject(written);
});

test("an experiment that has ended in each stack is deprecated, with its status", async () => {
  const ended = (status: ExperimentProps["status"]) => stackOf(checkout, { status });
  const stacks = { staging: ended("archived"), production: ended("decision_made") };
  const { stdout, again } = await types(stacks);
  expect(stdout).toContain("/** @deprecated The experiment has ended: decision_made. */\nexport const onePageCheckout");
  const json = JSON.parse((await again("--format", "json")).stdout);
  expect(json).toHaveProperty("experiments.0.ended", "decision_made");
  const open = await types({ ...stacks, test: ended("active"), west: ended("archived") });
  expect(open.stdout).not.toContain("@deprecated");
});

const odd = [
  { l: [1, "a"], o: { "a b": [], ["__proto__"]: 1 } },
  { l: [], o: { x: [{ y: 1 }] } },
];

test.each<[string, ...Parameters<typeof stackOf>, type: string, defaults: string]>([
  [
    "parameters that groups lack, or have as other types",
    { abc: [{ a: 1, b: "x" }, { a: null, c: true }, undefined] },
    {},
    "{ a?: number | null; b?: string; c?: boolean }",
    '{ a: 1, b: "x" }',
  ],
  [
    "the values of the control group",
    { abc: [{ a: 1 }, { a: "x" }] },
    { controlGroupID: "g1" },
    "{ a: string | number }",
    '{ a: "x" }',
  ],
  [
    "lists and objects, and keys that need quotes",
    { abc: odd },
    {},
    '{ l: (string | number)[]; o: { __proto__?: unknown; "a b"?: unknown[]; x?: ({ y: number })[] } }',
    '{ l: [1, "a"], o: { ["__proto__"]: 1, "a b": [] } }',
  ],
])("types %s", async (_, experiments, props, type, defaults) => {
  expect(await constants(experiments, props)).toEqual([
    `export const abc: ExperimentDefinition<${type}> = { id: "abc", layerID: null, defaults: ${defaults} };`,
  ]);
});

test("names are ids in camel case that a module can have", async () => {
  const names = await constants({ "2nd_try": [], new: [], require: [{}] }, { layerID: "c" });
  expect(names[0]).toBe(
    'export const _2ndTry: ExperimentDefinition<Record<string, never>> = { id: "2nd_try", layerID: "c", defaults: {} };',
  );
  expect(names.map(constantName)).toEqual(["_2ndTry", "_new", "_require"]);
});

function constantName(line: string): string | undefined {
  return /const (\w+)/.exec(line)?.[1];
}

test("no name comes to mean another id, whichever ids come and go: those that make one name lose it, and are named", async () => {
  const twins = ["checkout-1", "checkout1", "checkout_1", "Checkout1"];
  const meanings = new Map<string | undefined, string | undefined>();
  for (const ids of [["checkout1"], ...twins.map((_, index) => twins.slice(0, index + 2)), twins.toReversed()]) {
    const lines = await constants(Object.fromEntries(ids.map((id) => [id, []])));
    const names = lines.map(constantName);
    expect(new Set(names).size).toBe(new Set(ids).size);
    for (const line of lines) {
      const id = /id: "([^"]+)"/.exec(line)?.[1];
      expect(meanings.get(constantName(line)) ?? id).toBe(id);
      meanings.set(constantName(line), id);
    }
  }
  const { stderr } = await types({ app: stackOf(Object.fromEntries(twins.slice(0, 2).map((id) => [id, []]))) });
  expect(stderr).toMatch(/^no constant is named checkout1, .*: they are checkout1_[0-9a-f]{8} \(checkout/);
});

test("a value known at deploy time is unknown, and an experiment whose id is one is left out with a note", async () => {
  const { stdout, stderr, again } = await types({
    app: (stack) => {
      const { stringValue, value } = new TerraformVariable(stack, "any", {});
      const abc = [{ a: stringValue }, { a: 1 }].map((each, index) => ({ ...each, b: index === 0 ? 1 : [value] }));
      stackOf({ abc, whole: [{ a: 1 }, value] })(stack);
      stackOf({ control: [{ a: 1 }, { a: 2 }] }, { controlGroupID: stringValue })(stack);
      new Experiment(stack, "open", { name: "Open", id: "open", groups: value as never });
      new Experiment(stack, "later", { name: "Later", id: stringValue });
    },
  });
  expect(stdout.trimEnd().split("\n\n").slice(1)).toEqual([
    'export const abc: ExperimentDefinition<{ a?: unknown; b: unknown }> = { id: "abc", layerID: null, defaults: { b: 1 } };',
    'export const control: ExperimentDefinition<{ a?: number }> = { id: "control", layerID: null, defaults: {} };',
    'export const open: ExperimentDefinition<{ [name: string]: unknown }> = { id: "open", layerID: null, defaults: {} };',
    'export const whole: ExperimentDefinition<{ [name: string]: unknown }> = { id: "whole", layerID: null, defaults: { a: 1 } };',
  ]);
  expect(stderr).toBe("left out app/later: its id is known only at deploy time\n");
  const json = JSON.parse((await again("--format", "json")).stdout);
  const whole = { type: "object", properties: { a: { default: 1 } }, required: [] };
  expect(json).toHaveProperty("experiments.3", { name: "whole", id: "whole", layerID: null, parameters: whole });
});

test("two definitions of an experiment are errors that name both", async () => {
  const production = stackOf({ one_page_checkout: [{ steps: 5 }, { steps: 1 }] });
  const { exitCode, stdout, stderr } = await types({ staging: stackOf(checkout), production });
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("  - the stacks production and staging declare one_page_checkout with other parameters");
});

test("--check compares the file of --out with either line ending, and writes nothing", async () => {
  const { directory, again, exitCode, stdout } = await types({ app: stackOf(checkout) }, "--out", "defined.ts");
  expect([exitCode, stdout]).toEqual([0, ""]);
  const file = join(directory, "defined.ts");
  const written = readFileSync(file, "utf8");
  const checked = (content: string, ...names: string[]) => {
    writeFileSync(file, content);
    return again("--check", "--out", "defined.ts", ...names);
  };
  expect(await checked(written.replaceAll("\n", "\r\n"))).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  const formatted = written.replace('id: "one', "id: 'one");
  const found = await checked(formatted, "app");
  expect([found.exitCode, found.stderr.split("\n")]).toEqual([
    1,
    [
      "error: defined.ts:5 is not what the code declares",
      expect.stringContaining("id: 'one_page_checkout"),
      `  - declared: ${JSON.stringify(written.split("\n")[4])}`,
      "  next: write it again: npx --no-install cdktf-experimentation types --out defined.ts app",
      "  more: npx --no-install cdktf-experimentation explain types",
      "",
    ],
  ]);
  expect(readFileSync(file, "utf8")).toBe(formatted);
  expect((await checked(written.trimEnd())).stderr).toContain("error: defined.ts:6 is not");
  expect(await again("--check", "--out", "missing.ts")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(
      /^error: missing\.ts cannot be read: there is no such file.*\n {2}next: write it: npx/,
    ),
  });
  expect(await again("--check")).toMatchObject({ exitCode: 2 });
});

test("--format json has a JSON Schema with defaults for the parameters of each experiment", async () => {
  const parameters = [
    { a: 1, l: [1, "a"], o: { x: null } },
    { a: "x", l: [], o: {}, more: true },
  ];
  const { stdout } = await types({ app: stackOf({ abc: parameters }) }, "--format", "json");
  const [{ parameters: schema, ...rest }] = JSON.parse(stdout).experiments;
  expect(rest).toEqual({ name: "abc", id: "abc", layerID: null });
  expect(schema.properties).toMatchObject({ a: { default: 1 }, o: { default: { x: null } } });
  const isValid = new Ajv2020({ strict: true }).compile(schema);
  expect([...parameters, { ...parameters[0], a: null }, {}].map((each) => isValid(each))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("the written module compiles as it is, and a parameter that it lacks breaks the application", async () => {
  const inherited: Record<string, unknown>[] = [{ valueOf: 1 }, { toString: "x", o: [{}, { constructor: 1 }] }];
  const nested = [{ o: { ["__proto__"]: [1, null] } }, { o: { x: [] } }];
  const renamed = [{ stages: 4 }, { stages: 1 }];
  const app = stackOf({ ...checkout, renamed, "2nd": nested, import: [], exports: [{}], inherited });
  const { directory } = await types({ app }, "--out", "experiments.ts");
  const application = `
    import { onePageCheckout, renamed } from "./experiments.js";
    export const steps: number = onePageCheckout.defaults.steps;
    export const broken: number = renamed.defaults.steps;
  `;
  const strict = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, types: [] };
  const module = { module: "node16", target: "es2022", verbatimModuleSyntax: true, isolatedModules: true };
  const compilerOptions = { ...strict, ...module, declaration: true, isolatedDeclarations: true, noEmit: true };
  const files = { "package.json": '{"type":"module"}', "application.ts": application };
  expect(typeErrorsIn(directory, files, { compilerOptions, files: ["application.ts"] })).toEqual([
    expect.stringContaining("Property 'steps' does not exist on type '{ stages: number; }'"),
  ]);
});

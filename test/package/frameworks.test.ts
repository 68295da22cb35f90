import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Project } from "./project";
import { pack } from "./tarball";

/** Folder of this package in a project. */
const INSTALLED = "node_modules/cdktf-experimentation";

const stack = `
  const { App, LocalBackend, TerraformStack, TerraformOutput, TerraformVariable } = require("cdktf");
  const { Experiment, MetricSource, fromEnvironment, PromptVersion } = require("cdktf-experimentation");

  const app = new App({ outdir: "out" });
  const stack = new TerraformStack(app, "smoke");
  new LocalBackend(stack, { path: "smoke.tfstate" });
  const schema = new TerraformVariable(stack, "schema", { type: "string" });
  const orders = new MetricSource(stack, "orders", {
    name: "orders",
    sql: "select * from " + schema.stringValue + ".orders",
    timestampColumn: "paid_at",
    idTypeMapping: [{ serviceUnitID: "userID", column: "user_id" }],
  });
  new Experiment(stack, "checkout", { name: "Checkout", id: "checkout", tags: [orders.name], acknowledge: ["create-only"] });
  new PromptVersion(stack, "bot", { promptID: "bot", prompts: [{ content: fromEnvironment("SECRET") }] });
  new TerraformOutput(stack, "name", { value: orders.name });
  app.synth();
`;

let project: Project;
let expected: object;
beforeAll(async () => {
  const tarball = await pack();
  project = await Project.create(tarball.path);
  await tarball.remove();
  expected = await synthesised();
});
afterAll(() => project.remove());

/** What synth leaves, without the version of the framework. */
async function synthesised(folder = ""): Promise<object> {
  await project.node(["-e", stack], {}, folder);
  const out = join(project.directory, folder, "out");
  const json = await readFile(join(out, "stacks/smoke/cdk.tf.json"), "utf8");
  await rm(out, { recursive: true });
  const { "//": _, ...rest } = JSON.parse(json) as Record<string, object>;
  return rest;
}

test.each([
  ["oldest", "constructs-oldest"],
  ["newest", "constructs-newest"],
])("the %s constructs of the peer range fit, and make the same stack", async (_, source) => {
  await project.take("constructs", source);
  await project.declare({});
  await project.npm("ls", "constructs");

  expect(await synthesised()).toEqual(expected);
});

test("a monorepo may have the packages above the code", async () => {
  await project.write("packages/infra/package.json", "{}");

  expect(await synthesised("packages/infra")).toEqual(expected);
});

test.each(["constructs", "cdktf"])(
  "a second copy of %s is refused by an error that says how to find it",
  async (name) => {
    await project.take(name, name, INSTALLED);
    const { exitCode, output } = await project.run(process.execPath, ["-e", stack]);
    await rm(join(project.directory, INSTALLED, "node_modules"), { recursive: true });

    expect(exitCode).toBe(1);
    expect(output).toContain(`UsageError: smoke/orders: two copies of the package ${name} are installed`);
    expect(output).toContain(`\`npm ls ${name}\` shows them`);
  },
);

test("CDK Terrain beside CDK for Terraform is refused by an error that says how to install it", async () => {
  await project.take("cdktn", "cdktn");
  const { exitCode, output } = await project.run(process.execPath, ["-e", stack.replace('"cdktf"', '"cdktn"')]);

  expect(exitCode).toBe(1);
  expect(output).toContain("to use CDK Terrain, install it under the name cdktf");
});

test("CDK Terrain under the name cdktf fits, and makes the same stack", async () => {
  await project.take("cdktf", "cdktn");
  await project.take("constructs", "constructs");
  // the null provider's own range ends before
  await project.declare({ overrides: { "@cdktf/provider-null": { cdktf: "$cdktf" } } });
  await project.npm("ls", "cdktf", "constructs");

  expect(await synthesised()).toEqual(expected);
});

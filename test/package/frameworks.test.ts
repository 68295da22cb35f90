import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { build as esbuild } from "esbuild";
import { BINDINGS, Project } from "./project";

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
  project = await Project.create();
  expected = await synthesised();
});
afterAll(() => project.remove());

/** What synth leaves, without the version of the framework. */
async function synthesised(app = stack): Promise<Readonly<Record<string, object>>> {
  await project.node(["-e", app]);
  const out = join(project.directory, "out");
  const json = await readFile(join(out, "stacks/smoke/cdk.tf.json"), "utf8");
  await rm(out, { recursive: true });
  const { "//": _, ...rest } = JSON.parse(json) as Record<string, object>;
  return rest;
}

/** What a stack that cannot be made says. */
async function refusalOf(app = stack): Promise<string> {
  const { exitCode, output } = await project.run(process.execPath, ["-e", app]);
  expect(exitCode).toBe(1);
  return output;
}

test.each(["oldest", "newest"])("the %s constructs of the peer range fit, and make the same stack", async (version) => {
  await project.take("constructs", `constructs-${version}`);
  await project.declare({});
  await project.npm("ls", "constructs");

  expect(await synthesised()).toEqual(expected);
});

test.each([
  ["constructs", INSTALLED, "the stack"],
  ["cdktf", `node_modules/${BINDINGS}`, BINDINGS],
])("a second copy of %s in %s is refused by an error that says how to find it", async (name, folder, user) => {
  await project.take(name, name, folder);
  const said = await refusalOf();
  await rm(join(project.directory, folder, "node_modules"), { recursive: true });

  expect(said).toContain(
    `UsageError: smoke/orders: two copies of the package ${name} are installed, one for ${user} and one for`,
  );
  expect(said).toContain(`\`npm ls ${name}\` shows them`);
});

test("two versions of constructs are named as such where an Include stands between the stack and its entities", async () => {
  await project.write("one.json", '{ "kind": "Segment", "id": "beta", "name": "Beta", "type": "id_list" }');
  await project.take("constructs", "constructs-oldest", INSTALLED);
  const said = await refusalOf(`
    const { App, TerraformStack } = require("cdktf");
    const { Include } = require("cdktf-experimentation");
    const team = new (require("constructs").Construct)(new TerraformStack(new App(), "smoke"), "team");
    new Include(team, "all", { path: "one.json" });
  `);
  await rm(join(project.directory, INSTALLED, "node_modules"), { recursive: true });

  expect(said).toContain("two copies of the package constructs are installed, one for the stack and one for");
});

test("an app that a bundler has put into one file is refused with the option that leaves the package outside, and works with it", async () => {
  await project.write("app.js", stack);
  const bundled = async (...external: readonly string[]) => {
    await esbuild({
      absWorkingDir: project.directory,
      entryPoints: ["app.js"],
      outfile: "app.cjs",
      external: [...external],
      bundle: true,
      platform: "node",
    });
    return 'require("./app.cjs")';
  };
  const frameworks = ["cdktf", "constructs", BINDINGS];
  const said = await refusalOf(await bundled(...frameworks));
  expect(said).toContain("mark the package as external");
  const [, name = ""] = /esbuild's option --external:(\S+),/.exec(said) ?? [];
  expect(await synthesised(await bundled(...frameworks, name))).toEqual(expected);
});

test("without the bindings of the null provider, terraform_data needs no download, and null_resource is refused", async () => {
  await rm(join(project.directory, "node_modules", BINDINGS), { recursive: true });
  const service = `new (require("cdktf-experimentation").ExperimentationService)(stack, "service", {
    resourceType: "terraform_data",
  });`;
  const { resource, ...rest } = await synthesised(stack.replace("const schema", `${service} const schema`));
  const said = await refusalOf();
  await project.take(BINDINGS, BINDINGS);

  expect(Object.keys(resource ?? {})).toEqual(["terraform_data"]);
  expect(rest).not.toHaveProperty("provider");
  expect(rest).not.toHaveProperty("terraform.required_providers");
  // at the user's line, with both ways on
  expect(said).toMatch(
    /^UsageError: smoke\/orders: its null_resource needs the package @cdktf\/provider-null, .* `npm install @cdktf\/provider-null@11` .* resourceType: "terraform_data" .*\n +more: .* explain copies\n\n? +at \[eval\]:9:/m,
  );
});

test.each([
  ["cdktn", "cdktf-experimentation", "CDK Terrain (cdktn)", "cdktf-experimentation/cdktn"],
  ["cdktf", "cdktf-experimentation/cdktn", "CDK for Terraform (cdktf)", "cdktf-experimentation"],
])("a stack of %s is refused by the entry %s, with an error that names the other entry", async (...row) => {
  const [framework, entry, name, other] = row;
  await project.take("cdktn", "cdktn");
  const mixed = stack.replace('"cdktf"', `"${framework}"`).replace('"cdktf-experimentation"', `"${entry}"`);
  const said = await refusalOf(mixed);

  expect(said).toContain("UsageError: smoke/orders: ");
  expect(said).toContain(`if the stack is one of ${name}, import from "${other}"\n`);
});

test("CDK Terrain under the name cdktf fits, and makes the same stack", async () => {
  await project.take("cdktf", "cdktn");
  await project.take("constructs", "constructs");
  await project.declare({ overrides: { [BINDINGS]: { cdktf: "$cdktf" } } });
  await project.npm("ls", "cdktf", "constructs", BINDINGS);

  expect(await synthesised()).toEqual(expected);
});

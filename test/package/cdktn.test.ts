import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../lib/emulator";
import { accessTo } from "../support/deployment";
import { terraform } from "../support/terraform";
import { Project, TERRAIN } from "./project";
import { stackOf } from "./typescript-stack";

let project: Project;
let emulator: Emulator;
beforeAll(async () => {
  project = await Project.create({ framework: TERRAIN });
  emulator = await startEmulator();
  await project.write("app.ts", stackOf("cdktn"));
  await project.compile("app.ts", { module: "node16", noEmit: false });
});
afterAll(async () => {
  await emulator.close();
  await project.remove();
});

const access = () => ({ ...accessTo(emulator), TOKEN: "secret-token" });

test("npm finds nothing missing where there is no cdktf", async () => {
  // it fails where a dependency that is not optional is missing
  expect(await project.npm("ls")).toMatch(/cdktf-experimentation@.*cdktn@|cdktn@.*cdktf-experimentation@/s);
  expect(existsSync(join(project.directory, "node_modules/cdktf"))).toBe(false);
});

test("a stack is compiled, and the compiler reads nothing else than this package and CDK Terrain", async () => {
  const options = { module: "preserve", moduleResolution: "bundler", skipLibCheck: false };

  expect(await project.compile("app.ts", options)).toEqual(["cdktf-experimentation", "cdktn", "constructs"]);
});

test("callsOf tells the calls, which are those of terraform_data", async () => {
  expect(await project.node(["app.js"], { CALLS: "yes" })).toContain(
    "POST /console/v1/experiments/one_page_checkout by terraform_data.experiment_one_page_checkout_revision\n",
  );
});

test("null_resource is refused at the user's line, by an error that says why and what there is", async () => {
  const { exitCode, output } = await project.run(process.execPath, ["app.js"], { ON_NULL: "yes" });

  expect(exitCode).toBe(1);
  expect(output).toMatch(
    /^UsageError: checkout\/service: CDK Terrain \(cdktn\) has no bindings .* "terraform_data"; .*\n +see docs\/troubleshooting\.md#copies\n +at .*app\.js:/m,
  );
});

test("terraform deploys a stack without any provider, then nothing, then a change that was reviewed", async () => {
  await project.node(["app.js"]);
  await terraformIn("cdktf.out", ["init"]);
  await terraformIn("cdktf.out", ["apply", "-auto-approve"]);
  expect(existsSync(join(folderOf("cdktf.out"), ".terraform/providers"))).toBe(false);
  expect(callsToService()).toEqual([
    "POST /console/v1/experiments 201",
    "POST /console/v1/experiments/assignment_source/exposures 201",
    "POST /console/v1/ingestion 201",
    "POST /console/v1/metrics/metric_source 201",
    "POST /console/v1/prompts/bot/versions 201",
    "POST /console/v1/segments 201",
  ]);
  expect(await terraformIn("cdktf.out", ["plan"])).toContain("No changes.");

  await project.node(["app.js"], { ALLOCATION: "10" });
  await terraformIn("cdktf.out", ["plan", "-out", "plan"]);
  const command = "node_modules/cdktf-experimentation/dist/cli/main.js";
  const review = await project.node([command, "review"]);
  expect(review).toContain("one_page_checkout");
  expect(review).toContain("running-allocation");

  await terraformIn("cdktf.out", ["apply", "plan"]);
  expect(emulator.record("experiment", "one_page_checkout")).toMatchObject({ allocation: 10, tags: ["orders"] });
  expect(callsToService()).toContain("POST /console/v1/experiments/one_page_checkout 200");
});

test("adopt writes TypeScript that imports the entry of CDK Terrain", async () => {
  await project.write("record.json", JSON.stringify({ id: "beta", name: "Beta users", type: "id_list" }));
  const command = "node_modules/cdktf-experimentation/dist/cli/main.js";

  expect(await project.node([command, "adopt", "--kind", "segment", "record.json"])).toContain(
    'import { Segment } from "cdktf-experimentation/cdktn";\n',
  );
});

/** Method, path and status of every call that has arrived, sorted: some are made at the same time. */
function callsToService(): readonly string[] {
  return emulator.calls.map(({ method, path, status }) => `${method} ${path} ${status}`).sort();
}

function folderOf(outdir: string): string {
  return join(project.directory, outdir, "stacks/checkout");
}

function terraformIn(outdir: string, args: readonly string[]): Promise<string> {
  return terraform(folderOf(outdir), args, access());
}

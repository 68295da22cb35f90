import { existsSync } from "node:fs";
import { join } from "node:path";
import { Project, TERRAIN } from "./project";
import { stackOf } from "./typescript-stack";

let project: Project;
beforeAll(async () => {
  project = await Project.create({ framework: TERRAIN });
  await project.write("app.ts", stackOf("cdktn"));
  await project.compile("app.ts", { module: "node16", noEmit: false });
});
afterAll(() => project.remove());

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
    /^UsageError: checkout\/service: CDK Terrain \(cdktn\) has no bindings .* "terraform_data"; .*\n +more: .* explain copies\n +at .*app\.js:/m,
  );
});

test("adopt writes TypeScript that imports the entry of CDK Terrain", async () => {
  await project.write("record.json", JSON.stringify({ id: "beta", name: "Beta users", type: "id_list" }));
  const command = "node_modules/cdktf-experimentation/dist/cli/main.js";

  expect(await project.node([command, "adopt", "--kind", "segment", "record.json"])).toContain(
    'import { Segment } from "cdktf-experimentation/cdktn";\n',
  );
});

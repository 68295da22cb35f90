import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { advisedApply, advisedPath } from "../../lib/protocol/command";

let project: string;
let stack: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "project-")));
  stack = join(project, "cdktf.out/stacks/checkout");
  mkdirSync(stack, { recursive: true });
  writeFileSync(join(project, "cdktf.json"), "{}");
});
afterEach(() => rmSync(project, { recursive: true }));

const COMMAND = "`terraform -chdir=cdktf.out/stacks/checkout apply -replace=null_resource.a`";

test("a command and a path beside it count from one folder, which is named: that of the project", () => {
  expect(advisedApply(stack, { replace: "null_resource.a" })).toBe(`${COMMAND} (in the directory of cdktf.json)`);
  expect(advisedPath(join(stack, "journal/1/a.create.json"))).toBe(
    "cdktf.out/stacks/checkout/journal/1/a.create.json (in the directory of cdktf.json)",
  );
});

test("in no project, both are whole, and work in any folder", () => {
  rmSync(join(project, "cdktf.json"));

  expect(advisedApply(stack)).toBe(`\`terraform -chdir=${stack} apply\``);
  expect(advisedPath(join(stack, "journal/1/a.create.json"))).toBe(join(stack, "journal/1/a.create.json"));
});

test("where Terraform is run elsewhere, a command names no folder", () => {
  expect(advisedApply(undefined)).toBe("`terraform apply` (in the directory of the stack)");
});

test.each([
  ["cdk.tf.json", '{ "variable": { "place": {} } }'],
  ["cdk.tf", 'terraform {\n}\nvariable "place" {\n}\n'],
])("a stack with variables, in %s, may need the options of its deploy", (name, text) => {
  writeFileSync(join(stack, name), text);

  expect(advisedApply(stack, { replace: "null_resource.a" })).toBe(
    `${COMMAND} (in the directory of cdktf.json, with your -var options)`,
  );
});

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { advisedApply, advisedPath, appliesOf } from "../../lib/protocol/advised-apply";
import { temporaryFolder } from "../support/temporary-folder";

const COMMAND = "`terraform -chdir=cdktf.out/stacks/checkout apply -replace=null_resource.a`";

const project = temporaryFolder();
const stack = join(project, "cdktf.out/stacks/checkout");
beforeEach(() => {
  mkdirSync(stack, { recursive: true });
  writeFileSync(join(project, "cdktf.json"), "{}");
});

test("a command and a path beside it count from one folder, which is named: that of the project", () => {
  expect(advisedApply(stack, { replace: "null_resource.a" })).toBe(`${COMMAND} (in the directory of cdktf.json)`);
  expect(advisedPath(join(stack, "a.json"))).toBe("cdktf.out/stacks/checkout/a.json (in the directory of cdktf.json)");
});

test.each([
  [undefined, {}, "terraform apply"],
  ["tofu", { replace: "null_resource.a" }, "tofu apply -replace=null_resource.a"],
  ["/opt/Open Tofu/tofu", { variables: { A: "true", B: "b c" } }, "A=true B='b c' '/opt/Open Tofu/tofu' apply"],
])("with the program %p, the command for %p is %p", (program, options, text) => {
  const replaced = jest.replaceProperty(process, "env", { TERRAFORM_BINARY_NAME: program });
  expect(advisedApply(undefined, options)).toBe(`\`${text}\` (in the directory of the stack)`);
  replaced.restore();
});

test("in no project, both are whole and work in any folder", () => {
  rmSync(join(project, "cdktf.json"));

  expect(advisedApply(stack)).toBe(`\`terraform -chdir='${stack}' apply\``);
  expect(advisedPath(join(stack, "a.json"))).toBe(join(stack, "a.json"));
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

test("the files of a stack are read once for all of its applies", () => {
  writeFileSync(join(stack, "cdk.tf"), 'variable "place" {\n}\n');
  const applyOf = appliesOf(stack);
  const first = applyOf({ replace: "null_resource.a" });
  rmSync(join(stack, "cdk.tf"));

  expect(first).toContain("-var options");
  expect(applyOf({ replace: "null_resource.a" })).toBe(first);
});

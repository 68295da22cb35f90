import { Shell } from "../../lib/protocol/shell";
import { applyCommand, terraformProgram } from "../../lib/protocol/terraform-program";

test.each([
  [{}, "terraform"],
  [{ TERRAFORM_BINARY_NAME: "" }, "terraform"],
  [{ TERRAFORM_BINARY_NAME: "tofu" }, "tofu"],
  [{ TERRAFORM_BINARY_NAME: "/opt/Open Tofu/tofu" }, "/opt/Open Tofu/tofu"],
])("with %p, the program is %p", (environment, program) => {
  expect(terraformProgram(environment)).toBe(program);
});

const replace = "null_resource.segment_beta";
const variables = { SERVICE_ADOPT_EXISTING: "true" };
const two = { A: "true", B: "b c" };

test.each([
  ["linux", { folder: undefined }, "tofu apply"],
  [
    "linux",
    { folder: "cdktf.out/stacks/checkout", replace },
    `tofu -chdir=cdktf.out/stacks/checkout apply -replace=${replace}`,
  ],
  ["linux", { folder: "my app", variables }, "SERVICE_ADOPT_EXISTING=true tofu -chdir='my app' apply"],
  ["linux", { folder: undefined, variables: two }, "A=true B='b c' tofu apply"],
  ["win32", { folder: undefined }, "tofu apply"],
  [
    "win32",
    { folder: "cdktf.out\\stacks\\checkout", replace },
    `tofu "-chdir=cdktf.out\\stacks\\checkout" apply "-replace=${replace}"`,
  ],
  [
    "win32",
    { folder: "D:\\my app", variables },
    '$env:SERVICE_ADOPT_EXISTING="true"; tofu "-chdir=D:\\my app" apply; Remove-Item Env:SERVICE_ADOPT_EXISTING',
  ],
] as const)("on %s, the command for %p is %p", (platform, { folder, ...options }, text) => {
  const environment = { TERRAFORM_BINARY_NAME: "tofu" };

  expect(applyCommand(folder, options, environment, new Shell(platform))).toBe(text);
});

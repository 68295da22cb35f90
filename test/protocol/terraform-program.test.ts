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
  ["tofu", { folder: undefined }, "tofu apply"],
  [
    "tofu",
    { folder: "cdktf.out/stacks/checkout", replace },
    `tofu -chdir=cdktf.out/stacks/checkout apply -replace=${replace}`,
  ],
  ["tofu", { folder: "my app", variables }, "SERVICE_ADOPT_EXISTING=true tofu -chdir='my app' apply"],
  ["tofu", { folder: undefined, variables: two }, "A=true B='b c' tofu apply"],
  ["/opt/Open Tofu/tofu", { folder: undefined }, "'/opt/Open Tofu/tofu' apply"],
])("with the program %p, the command for %p is %p", (program, { folder, ...options }, text) => {
  expect(applyCommand(folder, options, { TERRAFORM_BINARY_NAME: program })).toBe(text);
});

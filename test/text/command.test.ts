import { applyCommand, shellWord, terraformProgram } from "../../lib/text/command";

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

test.each([
  ["cdktf.out/stacks/checkout", "cdktf.out/stacks/checkout"],
  ["emulator-key", "emulator-key"],
  ["a\\b", "'a\\b'"],
  ["it's mine", "'it'\\''s mine'"],
  ["$HOME", "'$HOME'"],
  ["", "''"],
])("the text %p is one word of a shell as %p", (text, word) => {
  expect(shellWord(text)).toBe(word);
});

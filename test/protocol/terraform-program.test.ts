import { shellQuoted, terraformProgram, terraformWord } from "../../lib/protocol/terraform-program";

test.each([
  [{}, "terraform"],
  [{ TERRAFORM_BINARY_NAME: "" }, "terraform"],
  [{ TERRAFORM_BINARY_NAME: "tofu" }, "tofu"],
  [{ TERRAFORM_BINARY_NAME: "/opt/Open Tofu/tofu" }, "/opt/Open Tofu/tofu"],
])("with %p, the program is %p", (environment, program) => {
  expect(terraformProgram(environment)).toBe(program);
});

test.each([
  ["linux", "tofu", "tofu"],
  ["linux", "/opt/Open Tofu/tofu", "'/opt/Open Tofu/tofu'"],
  ["linux", "/opt/it's/tofu", "'/opt/it'\\''s/tofu'"],
  ["darwin", "$HOME/tofu", "'$HOME/tofu'"],
  ["win32", "C:\\tools\\tofu.exe", "C:\\tools\\tofu.exe"],
  ["win32", "C:\\Program Files\\tofu.exe", '& "C:\\Program Files\\tofu.exe"'],
] as const)("on %s, the program %p is pasted as %p", (platform, program, word) => {
  expect(terraformWord({ TERRAFORM_BINARY_NAME: program }, platform)).toBe(word);
});

test.each([
  ["linux", "cdktf.out/stacks/checkout", "cdktf.out/stacks/checkout"],
  ["linux", "a\\b", "'a\\b'"],
  ["linux", "", "''"],
  ["win32", "cdktf.out\\stacks\\checkout", "cdktf.out\\stacks\\checkout"],
  ["win32", "my app\\cdktf.out", '"my app\\cdktf.out"'],
] as const)("on %s, the text %p is one word as %p", (platform, text, word) => {
  expect(shellQuoted(text, platform)).toBe(word);
});

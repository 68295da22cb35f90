import { applyCommand, shellWord } from "../../lib/text/command";

const replace = "null_resource.segment_beta";
const variables = { A: "true", B: "b c" };

test.each([
  [undefined, { folder: undefined }, "terraform apply"],
  ["tofu", { folder: "cdktf.out/a", replace }, `tofu -chdir=cdktf.out/a apply -replace=${replace}`],
  [
    "/opt/Open Tofu/tofu",
    { folder: "my app", variables },
    "A=true B='b c' '/opt/Open Tofu/tofu' -chdir='my app' apply",
  ],
])("with the program %p, the command for %p is %p", (program, { folder, ...options }, text) => {
  expect(applyCommand(folder, options, { TERRAFORM_BINARY_NAME: program })).toBe(text);
});

test.each([
  ["emulator-key", "emulator-key"],
  ["a\\b", "'a\\b'"],
  ["it's $HOME", "'it'\\''s $HOME'"],
  ["", "''"],
])("the text %p is one word of a shell as %p", (text, word) => {
  expect(shellWord(text)).toBe(word);
});

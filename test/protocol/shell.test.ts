import { Shell } from "../../lib/protocol/shell";

test.each([
  ["linux", "cdktf.out/stacks/checkout", "cdktf.out/stacks/checkout"],
  ["linux", "emulator-key", "emulator-key"],
  ["linux", "a\\b", "'a\\b'"],
  ["linux", "it's mine", "'it'\\''s mine'"],
  ["darwin", "$HOME", "'$HOME'"],
  ["linux", "", "''"],
  ["win32", "C:\\tools\\tofu.exe", "C:\\tools\\tofu.exe"],
  ["win32", "my app\\cdktf.out", '"my app\\cdktf.out"'],
  ["win32", "it's $5 or `\"`", '"it\'s `$5 or ```"``"'],
  ["win32", "-x.y", '"-x.y"'],
  ["win32", "", '""'],
] as const)("on %s, the text %p is one word as %p", (platform, text, word) => {
  expect(new Shell(platform).word(text)).toBe(word);
});

test.each([
  ["linux", "tofu", "tofu"],
  ["linux", "/opt/Open Tofu/tofu", "'/opt/Open Tofu/tofu'"],
  ["win32", "tofu", "tofu"],
  ["win32", "C:\\Program Files\\tofu.exe", '& "C:\\Program Files\\tofu.exe"'],
] as const)("on %s, the program %p is called as %p", (platform, path, word) => {
  expect(new Shell(platform).program(path)).toBe(word);
});

test.each([
  ["linux", "export SERVICE_API_KEY=a-key", "$SERVICE_API_KEY"],
  ["win32", '$env:SERVICE_API_KEY="a-key"', "$env:SERVICE_API_KEY"],
] as const)("on %s, a variable is set by %p, and read as %p", (platform, setting, variable) => {
  const shell = new Shell(platform);

  expect(shell.setting("SERVICE_API_KEY", "a-key")).toBe(setting);
  expect(shell.variable("SERVICE_API_KEY")).toBe(variable);
});

import { shellWord } from "../../lib/protocol/shell";

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

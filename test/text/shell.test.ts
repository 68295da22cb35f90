import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cdkCommand, shellWord } from "../../lib/text/shell";
import { temporaryFolder } from "../support/temporary-folder";

test.each([
  ["emulator-key", "emulator-key"],
  ["a\\b", "'a\\b'"],
  ["it's $HOME", "'it'\\''s $HOME'"],
  ["", "''"],
])("the text %p is one word of a shell as %p", (text, word) => {
  expect(shellWord(text)).toBe(word);
});

describe("a command is of the tool of the project, by npx where the project has it:", () => {
  const folder = temporaryFolder();
  test.each([
    ["what its package depends on", "cdktn diff", { dependencies: { cdktn: "0.24.0" } }, []],
    ["whose command line it depends on", "npx cdktn diff", { devDependencies: { "cdktn-cli": "0.24.0" } }, ["cdktf"]],
    [
      "what is installed, where it depends on both",
      "npx cdktn diff",
      { dependencies: { cdktf: "1", cdktn: "1" } },
      ["cdktn"],
    ],
    ["what is installed, where no package says", "npx cdktn diff", undefined, ["cdktn"]],
    ["cdktf, where nothing says", "cdktf diff", {}, []],
  ])("%s", (name, command, project, installed) => {
    const directory = join(folder, name);
    mkdirSync(join(directory, "node_modules/.bin"), { recursive: true });
    if (project !== undefined) writeFileSync(join(directory, "package.json"), JSON.stringify(project));
    for (const tool of installed) writeFileSync(join(directory, "node_modules/.bin", tool), "");
    const stack = join(directory, "cdktf.out/stacks/checkout");
    expect(cdkCommand("diff", stack)).toBe(command);
  });
});

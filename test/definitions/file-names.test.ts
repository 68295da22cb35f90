import { Include } from "../../lib";
import { roleOf } from "../../lib/definitions/file-names";
import { emptyStack, warningsOf } from "../terraform/synth";
import { check, inOwnDirectories, write } from "./checking";

inOwnDirectories();

const SEGMENT = "kind: Segment\nid: beta\nname: beta\ntype: id_list\n";

test.each([
  "gift.yaml.txt",
  "gift.JSON.txt",
  "gift.yamll",
  "gift.ymal",
  "gift.yam",
  "gift.ymll",
  "gift.jsn",
  "gift.json5",
  "gift.jsonc",
  "gift.jsonl",
  "gift.toml",
  "gift.tf",
  "gift.yaml ",
  "gift.yaml\u00a0",
  "gift.yaml.",
  "gift.yaml (1)",
  "gift.y\u0430ml",
])("a name that is nearly right is a warning of check and Include: %s", (name) => {
  write({ "x/a.yaml": SEGMENT, [`x/deep/${name}`]: SEGMENT });
  const { problems, warnings } = check("x");
  expect(problems).toEqual([]);
  expect(warnings).toEqual([
    `x/deep/${name}: is not read; if it holds definitions, end its name in .yaml, .yml or .json`,
  ]);
  expect(warningsOf(new Include(emptyStack(), "files", { path: "x" }))).toHaveLength(1);
});

test("other files of a directory are counted, but for hidden ones", () => {
  const others = [
    "README.md",
    "query.sql",
    "page.html",
    "a.yaml.bak",
    "b.yaml~",
    "data.csv",
    "main.ts",
    "x.xml",
    "run.js",
  ];
  write({ "x/a.YAML": SEGMENT, "x/.hidden": "", "x/.a.yaml.swp": "" });
  for (const name of others) write({ [`x/${name}`]: "" });
  expect(check("x")).toEqual({ problems: [], warnings: [], others: others.map((name) => `x/${name}`).sort() });
});

test("a directory of nearly right names alone is told to rename them", () => {
  write({ "x/a.yaml.txt": SEGMENT });
  expect(check("x").problems).toEqual([
    expect.stringMatching(/^x: the directory has no file .*; rename x\/a\.yaml\.txt, or/),
  ]);
});

test.each(["package.json", "a.yml", "B.Yaml", "_a.yaml", "defaults.yaml"])("%s may hold definitions", (name) => {
  expect(roleOf(name)).toBe("definitions");
});

import { Include } from "../../lib";
import { emptyStack, warningsOf } from "../terraform/synth";
import { check, inOwnDirectories, write } from "./checking";

inOwnDirectories();

const list = (id: string, environments: object) => ({ kind: "Segment", id, name: id, type: "id_list", environments });

test("a name of an environment that differs from another in case alone is a warning, in whichever file it stands", () => {
  write({
    "x/a.json": [list("one", { staging: { tags: ["s"] } })],
    "x/b.yaml": JSON.stringify(list("two", { prod: { tags: ["p"] }, Staging: { tags: ["s"] } })),
  });
  const { problems, warnings } = check("x");
  expect(problems).toEqual([]);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^x\/b\.yaml:1:\d+: environments\.Staging: differs from the environment "staging" in case alone$/,
    ),
  ]);
  expect(warningsOf(new Include(emptyStack(), "files", { path: "x", environment: "staging" }))).toHaveLength(1);
});

test("names that differ in more are none, and neither is one that several files have", () => {
  write({
    "x/a.json": [list("one", { staging: {}, "staging-eu": {}, prod1: {} }), list("two", { staging: {}, prod2: {} })],
  });
  expect(check("x").warnings).toEqual([]);
});

import fc from "fast-check";
import type { DefinitionProblem } from "../../lib/definitions/definition-files";
import { validatedDefinitions } from "../../lib/definitions/validated-definitions";
import { definitionsIn } from "../../lib/definitions/yaml-definitions";
import { recipe } from "../docs/pages";

/** What turns up in files of others, and what means something to YAML, to JSON or to JavaScript. */
const PIECES = [
  ...[
    "---\n",
    "- ",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "'",
    '"',
    "\n",
    "\r",
    " ",
    "&a ",
    "*a",
    "!x ",
    "null",
    "12",
    "<<: *a\n",
  ],
  ...["\u00a0", "\u200b", "\ufeff", "\u0435", "“", "\ud800"],
  ...["<<<<<<< x\n", "=======\n", "$schema: 5\n", "environments: { a: {} }\n", "{ fromEnvironment: X }"],
  ...["kind", "__proto__: 1\n", "constructor: 1\n", "toString: 2\n"],
];

test("whatever stands in a file, it is read, and each problem has its place", () => {
  const edit = fc.tuple(fc.nat(2000), fc.nat(12), fc.constantFrom(...PIECES));
  const edits = fc.array(edit, { minLength: 1, maxLength: 4 });
  const start = fc.constantFrom(recipe("one_page.yaml"), recipe("sources.yaml"));
  fc.assert(
    fc.property(start, edits, fc.constantFrom("x.yaml", "x.json"), (given, changes, name) => {
      let text = given;
      for (const [place, removed, piece] of changes) {
        const at = place % (text.length + 1);
        text = text.slice(0, at) + piece + text.slice(at + removed);
      }
      const problems: DefinitionProblem[] = [];
      const definitions = definitionsIn({ name, directory: "", text }, problems);
      const validated = validatedDefinitions(definitions, { environment: "a" });
      expect(validated.length === definitions.length || problems.length > 0).toBe(true);
      const lines = text.split("\n").length;
      for (const { line = 0, column = 0 } of problems.filter((each) => !each.text.startsWith("holds no definition"))) {
        expect(line >= 1 && line <= lines && column >= 1).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

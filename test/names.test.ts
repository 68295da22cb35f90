import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LIB = join(__dirname, "../lib");

/** A declaration at the top level of its file: no other begins where a line begins. */
const DECLARATION =
  /^(?:export )?(?:abstract |async |declare )*(?:function\*?|class|interface|type|enum|const|let) (\w+)/gm;

/** Text in backticks, in which the command line tool holds code. */
const TEMPLATE = /`(?:\\.|[^`\\])*`/gs;

test("no two files of the library declare the same name, so that one word means one thing", () => {
  const files = readdirSync(LIB, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const places = new Map<string, Set<string>>();
  for (const file of files) {
    const text = readFileSync(join(LIB, file), "utf8").replace(TEMPLATE, "");
    for (const [, name = ""] of text.matchAll(DECLARATION)) {
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }

  expect(places.size).toBeGreaterThan(3 * files.length);
  expect([...places].filter(([, where]) => where.size > 1).map(([name, where]) => [name, ...where])).toEqual([]);
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LIB = join(__dirname, "../lib");

/** A declaration at the level of its file: only these begin at the beginning of a line. */
const DECLARATION =
  /^(?:export )?(?:abstract |async |declare )*(?:function\*?|class|interface|type|enum|const|let) (\w+)/gm;

test("no two files of the library declare the same name, so that one word means one thing", () => {
  const files = readdirSync(LIB, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const places = new Map<string, Set<string>>();
  for (const file of files) {
    for (const [, name = ""] of readFileSync(join(LIB, file), "utf8").matchAll(DECLARATION)) {
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }

  expect(places.size).toBeGreaterThan(files.length);
  expect([...places].filter(([, where]) => where.size > 1).map(([name, where]) => [name, ...where])).toEqual([]);
});

import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { APPLIER } from "./applier";

const folder = dirname(APPLIER);

/** Most bytes of each file, a tenth above what it needs. */
const most = {
  // what every call compiles
  "applier.js": 2_000,
  "run.js": 112_000,
  // what some calls compile, too
  "check-fields.js": 129_000,
  "proxy.js": 8_600,
  // what no call reads
  "LICENSES.txt": 9_200,
  "package.json": 2_000,
};

test("the applier has these files and no more, none above its bound of size: every call reads them, and every stack has a copy", () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(most).sort());
  const longer = Object.entries(most).filter(([name, bytes]) => statSync(join(folder, name)).size > bytes);
  expect(longer.map(([name]) => name)).toEqual([]);
});

test("the rules of the schemas and the proxy agent are in files that only some calls load", () => {
  const run = readFileSync(join(folder, "run.js"), "utf8");
  expect(run).toMatch(/require\("\.\/check-fields\.js"\)/);
  expect(run).toMatch(/require\("\.\/proxy\.js"\)/);
});

import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { transformSync } from "esbuild";
import { APPLIER } from "./applier";

const folder = dirname(APPLIER);

/** Most bytes of each file, a tenth above what it needs. */
const most = {
  // what every call compiles
  "applier.js": 105_600,
  // what some calls compile, too
  "check-fields.js": 129_000,
  "masking.js": 14_000,
  "no-proxy.js": 6_000,
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

test("the rules of the schemas, what finds secrets, and what only calls through a proxy need are in files that only some calls load", () => {
  const applier = readFileSync(APPLIER, "utf8");
  for (const file of ["check-fields", "masking", "no-proxy", "proxy"])
    expect(applier).toContain(`require("./${file}.js")`);
});

test("an old Node reads the applier's syntax, so that it can say that it is too old", () => {
  const applier = readFileSync(APPLIER, "utf8");
  const { code } = transformSync(applier, { target: "node12" });
  expect(code).toBe(transformSync(applier, { target: "esnext" }).code);
});

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "../..");

/** Says before the tests that they read a build which is older than lib: stacks contain the built applier. */
export default function tellStaleBuild(): void {
  const timeOf = (...path: string[]) => statSync(join(ROOT, ...path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const built = timeOf("dist/applier/bundle/applier.js");
  const changed = readdirSync(join(ROOT, "lib"), { recursive: true, encoding: "utf8" });
  const stale = changed.find((path) => timeOf("lib", path) > built);
  if (stale !== undefined) console.error(`dist is older than lib/${stale}: run npm run build, because tests read it`);
}

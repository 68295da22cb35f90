import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "../..");

/** Says before the tests that they read a build which is older than what it was made of: stacks contain the built applier. */
export default function tellStaleBuild(): void {
  const changed = newest(join(ROOT, "lib"));
  const built = statSync(join(ROOT, "dist/applier/bundle/applier.js"), { throwIfNoEntry: false });
  if (built === undefined) console.error("dist is not there: run npm run build, because tests read it");
  else if (changed.time > built.mtimeMs)
    console.error(`dist is older than ${changed.path}: run npm run build, or tests read the former build`);
}

/** The file of a folder that was changed last. */
function newest(folder: string): { readonly path: string; readonly time: number } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const changes = files.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    return { path, time: statSync(path).mtimeMs };
  });
  return changes.reduce((one, other) => (other.time > one.time ? other : one));
}

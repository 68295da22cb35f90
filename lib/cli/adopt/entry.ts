import { createRequire } from "node:module";
import { join } from "node:path";

/** The entry of this package that code in a folder has to import: that of its framework. */
export function entryFor(folder: string): string {
  const { resolve } = createRequire(join(folder, "package.json"));
  const has = (name: string) => {
    try {
      return resolve(name) !== "";
    } catch {
      return false;
    }
  };
  return has("cdktn") && !has("cdktf") ? "cdktf-experimentation/cdktn" : "cdktf-experimentation";
}

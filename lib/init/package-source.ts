import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { textOfFile } from "../protocol/whole-file";
import { parseJson } from "../value/json";
import { at, type Value } from "../value/value";

/** Where this package was installed from. */
export type PackageSource =
  /** A registry. */
  | { readonly kind: "version"; readonly version: string }
  /** A file that npm has unpacked. */
  | { readonly kind: "tarball"; readonly path: string }
  /** A clone of its repository. */
  | { readonly kind: "clone"; readonly path: string };

/**
 * Where a package was installed from, as npm has written it beside it.
 *
 * @param root directory of the package
 */
export function packageSource(root: string, version: string): PackageSource {
  const packages = dirname(root);
  // what npm installs has neither
  if (existsSync(join(root, "lib/tsconfig.json"))) return { kind: "clone", path: root };
  const lock = parseJson(textOfFile(join(packages, ".package-lock.json")) ?? "") as Value | undefined;
  const resolved = at(lock, "packages", "node_modules/cdktf-experimentation", "resolved");
  if (typeof resolved !== "string" || !resolved.startsWith("file:")) return { kind: "version", version };
  const path = resolve(dirname(packages), decodeURI(resolved.slice("file:".length)));
  return existsSync(path) ? { kind: "tarball", path } : { kind: "version", version };
}

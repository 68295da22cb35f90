/** The second copy of the library, which is built on CDK Terrain. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** What is built on the framework: the constructs and all that is in these folders. The rest serves both copies. */
const ON_FRAMEWORK = /^([^/]+|(terraform|testing)\/.*)\.(js|d\.ts)$/;

/** The name of a module where code imports it, and the place where the library says what it is built on. */
const MODULE = /(\bfrom |\bimport |\bimport\(|\brequire\()"([^"]+)"/g;
const CONSTANT = 'const framework = "cdktf";';

/**
 * Copies the compiled code and declarations that are built on cdktf, and lets the copy import cdktn in its place.
 *
 * @param {string} root folder of the repository
 */
export function copyForCdktn(root) {
  const dist = join(root, "dist");
  const copy = join(dist, "cdktn");
  const paths = readdirSync(dist, { recursive: true }).map((path) => path.replaceAll("\\", "/"));
  const copied = paths.filter((path) => ON_FRAMEWORK.test(path));
  const texts = copied.map((path) => {
    const text = readFileSync(join(dist, path), "utf8");
    const [from, to] = [dirname(join(dist, path)), dirname(join(copy, path))];
    return text.replaceAll(MODULE, (_, before, name) => `${before}"${moduleOf(name, from, to)}"`);
  });
  if (texts.filter((text) => text.includes(CONSTANT)).length !== 1) {
    throw new Error(`one module of lib has to say \`${CONSTANT}\`: see cdktn-copy.mjs`);
  }
  for (const [index, path] of copied.entries()) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), texts[index].replace(CONSTANT, CONSTANT.replace("cdktf", "cdktn")));
  }

  /** The module that a copied file imports in place of another. */
  function moduleOf(name, from, to) {
    if (name === "cdktf") return "cdktn";
    if (!name.startsWith(".")) return name;
    const target = relative(dist, join(from, name)).replaceAll("\\", "/");
    const isCopied = [`${target}.js`, `${target}/index.js`].some(
      (path) => ON_FRAMEWORK.test(path) && existsSync(join(dist, path)),
    );
    return isCopied ? name : relative(to, join(dist, target)).replaceAll("\\", "/");
  }
}

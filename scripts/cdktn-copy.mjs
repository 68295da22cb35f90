/** The second copy of the library, which is built on CDK Terrain. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** What is built on the framework: the constructs and all that is in these folders. The rest serves both copies. */
const ON_FRAMEWORK = /^([^/]+|(terraform|testing)\/.*)\.(js|d\.ts)$/;

/** What is built on the null provider's bindings, which are for cdktf alone. */
const ON_BINDINGS = /^terraform\/resources\/null-provider\./;

/** The name of a module where code imports it. */
const MODULE = /(\bfrom |\bimport |\bimport\(|\brequire\()"([^"]+)"/g;

/** Where the library says what it is built on, and which types of resource a service may choose; each with what the copy says. */
const DIFFERENCES = [
  ['const framework = "cdktf";', 'const framework = "cdktn";'],
  // which is never loaded there, and a bundler would look for the bindings
  ['require("../../../terraform/resources/null-provider")', "undefined"],
  ['resourceType?: "null_resource" | "terraform_data"', 'resourceType?: "terraform_data"'],
];

/**
 * Copies the compiled code and declarations that are built on cdktf, and lets the copy import cdktn in its place.
 *
 * @param {string} root folder of the repository
 */
export function copyForCdktn(root) {
  const dist = join(root, "dist");
  const copy = join(dist, "cdktn");
  const paths = readdirSync(dist, { recursive: true }).map((path) => path.replaceAll("\\", "/"));
  const isCopied = (path) => ON_FRAMEWORK.test(path) && !ON_BINDINGS.test(path);
  const copied = paths.filter(isCopied);
  const texts = copied.map((path) => {
    const text = readFileSync(join(dist, path), "utf8");
    const [from, to] = [dirname(join(dist, path)), dirname(join(copy, path))];
    return text.replaceAll(MODULE, (_, before, name) => `${before}"${moduleOf(name, from, to)}"`);
  });
  for (const [here, there] of DIFFERENCES) {
    const [index, ...others] = [...texts.keys()].filter((each) => texts[each].includes(here));
    if (index === undefined || others.length > 0) {
      throw new Error(`one module of lib has to say \`${here}\`: see cdktn-copy.mjs`);
    }
    texts[index] = texts[index].replace(here, there);
  }
  for (const [index, path] of copied.entries()) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), texts[index]);
  }

  /** The module that a copied file imports in place of another. */
  function moduleOf(name, from, to) {
    if (name === "cdktf") return "cdktn";
    if (!name.startsWith(".")) return name;
    const target = relative(dist, join(from, name)).replaceAll("\\", "/");
    const isThere = [`${target}.js`, `${target}/index.js`].some(
      (path) => isCopied(path) && existsSync(join(dist, path)),
    );
    return isThere ? name : relative(to, join(dist, target)).replaceAll("\\", "/");
  }
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The licences of the packages in a bundle, which have to be distributed with it.
 *
 * @param {import("esbuild").Metafile} metafile
 * @param {string} root folder of the repository
 */
export function licencesOf({ outputs }, root) {
  const inputs = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  const folders = new Set(used.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    return `${name} ${version} (${license})\n\n${licenceIn(join(root, folder))}`;
  });
  return `The applier contains these packages, some of them in part.\n\n${texts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** The licence of a package: a file of its own, or a section of its readme. */
function licenceIn(folder) {
  const text = (name) => {
    const file = readdirSync(folder).find((each) => name.test(each));
    return file === undefined ? undefined : readFileSync(join(folder, file), "utf8");
  };
  const licence =
    text(/^licen[cs]e/i) ??
    /^(?:#+ *)?licen[cs]e\n(?:-+\n)?(.*?)(?=^\[|^#|(?![\s\S]))/ims.exec(text(/^readme/i) ?? "")?.[1];
  if (licence === undefined) throw new Error(`${folder} has no licence: it cannot be part of the applier`);
  return licence.trim();
}

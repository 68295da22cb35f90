/** What is in a bundle: the packages, with their licences. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The licences of the packages in a bundle, as they have to go with them.
 *
 * @param {import("esbuild").Metafile} metafile
 * @param {string} root folder of the repository
 */
export function licencesOf({ outputs }, root) {
  const folders = new Set();
  for (const { inputs } of Object.values(outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
      if (folder !== undefined && bytesInOutput > 0) folders.add(join(root, folder));
    }
  }
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `${name} ${version} (${license})\n\n${licenceIn(folder)}`;
  });
  return `The applier contains these packages, some of them in part.\n\n${texts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** The licence of a package: a file of its own, or a section of its readme. */
function licenceIn(folder) {
  const files = readdirSync(folder);
  const file = files.find((name) => /^licen[cs]e/i.test(name));
  if (file !== undefined) return readFileSync(join(folder, file), "utf8").trim();
  const readme = files.find((name) => /^readme/i.test(name));
  const text = readme === undefined ? "" : readFileSync(join(folder, readme), "utf8");
  const [, section] = /^(?:#+ *)?licen[cs]e\n(?:-+\n)?(.*?)(?=^\[|^#|(?![\s\S]))/ims.exec(text) ?? [];
  if (section === undefined) throw new Error(`${folder} has no licence: it cannot be part of the applier`);
  return section.trim();
}

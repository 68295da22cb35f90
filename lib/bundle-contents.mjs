/** What is in a bundle: by package, with sizes and licences. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The packages in a bundle, largest first. The rest is the repository's own code, and has no folder.
 *
 * @param {import("esbuild").Metafile} metafile
 * @param {string} root folder of the repository
 * @returns {Part[]}
 * @typedef {{ readonly name: string, readonly bytes: number, readonly folder?: string }} Part
 */
export function contentsOf({ outputs }, root) {
  const parts = new Map();
  for (const { bytes: total, inputs } of Object.values(outputs)) {
    let rest = total;
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [folder, name] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
      if (folder === undefined) continue;
      const part = parts.get(folder) ?? { name, bytes: 0, folder: join(root, folder) };
      parts.set(folder, { ...part, bytes: part.bytes + bytesInOutput });
      rest -= bytesInOutput;
    }
    parts.set("", { name: "lib", bytes: (parts.get("")?.bytes ?? 0) + rest });
  }
  return [...parts.values()].sort((a, b) => b.bytes - a.bytes);
}

/**
 * A table for people.
 *
 * @param {string} title
 * @param {readonly Part[]} contents
 */
export function tableOf(title, contents) {
  const size = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`.padStart(12);
  const total = contents.reduce((sum, { bytes }) => sum + bytes, 0);
  const width = Math.max(title.length, ...contents.map(({ name }) => name.length + 2));
  return [[title, total], ...contents.map(({ name, bytes }) => [`  ${name}`, bytes])]
    .map(([name, bytes]) => name.padEnd(width) + size(bytes))
    .join("\n");
}

/**
 * The licences of the packages, as they have to go with them.
 *
 * @param {readonly Part[]} contents
 */
export function licencesOf(contents) {
  const texts = contents
    .filter(({ folder }) => folder !== undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ folder }) => {
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

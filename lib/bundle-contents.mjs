/** What is in a bundle: by package, with sizes and licences. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What each file of a bundle is made of: packages, largest first, of which the repository's own code has no folder.
 *
 * @param {import("esbuild").Metafile} metafile
 * @param {string} root folder of the repository
 * @returns {File[]}
 * @typedef {{ readonly path: string, readonly bytes: number, readonly parts: Part[], readonly modules: string[] }} File
 * @typedef {{ readonly name: string, readonly bytes: number, readonly folder?: string }} Part
 */
export function contentsOf({ outputs }, root) {
  return Object.entries(outputs).map(([path, { bytes, inputs }]) => {
    const parts = new Map([["", { name: "lib", bytes }]]);
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const [folder, name] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input) ?? [];
      if (folder === undefined || bytesInOutput === 0) continue;
      const sum = (parts.get(folder)?.bytes ?? 0) + bytesInOutput;
      parts.set(folder, { name, bytes: sum, folder: join(root, folder) });
      parts.get("").bytes -= bytesInOutput;
    }
    return { path, bytes, parts: [...parts.values()].sort((a, b) => b.bytes - a.bytes), modules: Object.keys(inputs) };
  });
}

/**
 * A table for people.
 *
 * @param {readonly File[]} files
 */
export function tableOf(files) {
  const lines = files.flatMap(({ path, bytes, parts }) => [
    [path, bytes],
    ...parts.map(({ name, bytes }) => [`  ${name}`, bytes]),
  ]);
  const width = Math.max(...lines.map(([text]) => text.length));
  return lines.map(([text, bytes]) => text.padEnd(width) + `${(bytes / 1024).toFixed(1)} KiB`.padStart(12)).join("\n");
}

/**
 * The licences of the packages, as they have to go with them.
 *
 * @param {readonly File[]} files
 */
export function licencesOf(files) {
  const folders = new Set(files.flatMap(({ parts }) => parts.map(({ folder }) => folder)));
  folders.delete(undefined);
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

import { spawn } from "node:child_process";
import { constants, copyFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../protocol/whole-file";
import { AdvisedError } from "../text/errors";
import type { PackageSource } from "./package-source";

/** The name that this package's tarball has in a project; undefined where a registry has the package. */
export function tarballName({ kind }: PackageSource, version: string): string | undefined {
  return kind === "version" ? undefined : `cdktf-experimentation-${version}.tgz`;
}

/**
 * Puts this package's tarball into a project: the one that it was installed from, or one that is packed from its clone.
 *
 * @throws AdvisedError when it cannot be packed
 */
export async function bringTarball(source: PackageSource, folder: string, name: string): Promise<void> {
  if (source.kind === "version") return;
  makeFolder(folder);
  if (source.kind === "tarball") return copyFileSync(source.path, join(folder, name), constants.COPYFILE_EXCL);
  // its scripts would build it once more
  const argv = ["pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", folder];
  await npm(argv, source.path, "ignore", "do what npm says above, and init again; nothing was written");
}

/**
 * Installs what a project depends on; npm shows its progress.
 *
 * @throws AdvisedError when npm fails
 */
export async function installIn(folder: string): Promise<void> {
  await npm(
    ["install", "--no-audit", "--no-fund"],
    folder,
    "inherit",
    `run npm install in ${folder}; the files are written`,
  );
}

/** @param stdout where npm shows what it does */
async function npm(argv: readonly string[], cwd: string, stdout: "ignore" | "inherit", next: string): Promise<void> {
  const code = await new Promise<number | string>((resolve) => {
    const child = spawn("npm", argv, {
      cwd,
      stdio: ["ignore", stdout, "inherit"],
      shell: process.platform === "win32",
    });
    child.once("error", ({ message }) => resolve(`${message}: put npm on PATH`));
    child.once("close", (status) => resolve(status ?? "a signal"));
  });
  if (code !== 0) throw new AdvisedError(`npm ${argv[0]} has failed (${code})`, next);
}

import { spawn } from "node:child_process";
import { constants, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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
 * @returns whether it was not there yet, as a former try may have left it
 * @throws AdvisedError when it cannot be packed, or another file has its name
 */
export async function bringTarball(source: PackageSource, folder: string, name: string): Promise<boolean> {
  if (source.kind === "version") return false;
  if (source.kind === "tarball") return copyNew(source.path, folder, name);
  const packed = mkdtempSync(join(tmpdir(), "cdktf-experimentation-"));
  try {
    // its scripts would build it once more
    const argv = ["pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", packed];
    await npm(argv, source.path, "ignore", "do what npm says above, and init again; nothing was written");
    return copyNew(join(packed, name), folder, name);
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}

function copyNew(from: string, folder: string, name: string): boolean {
  const to = join(folder, name);
  if (!existsSync(to)) {
    makeFolder(folder);
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  }
  if (readFileSync(from).equals(readFileSync(to))) return false;
  throw new AdvisedError(
    `${to} is another file than this package's`,
    "move it away, and init again; nothing was written",
  );
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

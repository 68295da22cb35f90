import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { run } from "../support/process";

const CACHE = join(__dirname, "../../node_modules/.cache/nodes");

/** Installs a Node by npm, unless that was done before, and returns the path of its binary. */
export async function installNode(version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(CACHE, version);
  const binary = join(folder, "node_modules", name, "bin/node");
  if (existsSync(binary)) return binary;

  await mkdir(dirname(folder), { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  // the package of the platform has the binary in it: no install script has to fetch it
  const options = ["--prefix", fresh, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { exitCode, output } = await run("npm", ["install", ...options, `${name}@${version}`], {
    directory: fresh,
    environment: process.env,
  });
  if (exitCode !== 0) {
    await rm(fresh, { recursive: true });
    throw new Error(`npm cannot install Node ${version}:\n${output}`);
  }
  // the finished folder appears at once, or another run has made it meanwhile
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
  return binary;
}

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../support/process";
import { ROOT } from "./installed";

export interface Tarball {
  readonly path: string;
  readonly files: readonly string[];
  remove(): Promise<void>;
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs this package as it was built last. */
export async function pack(): Promise<Tarball> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "tarball-")));
  const { exitCode, output } = await run(
    "npm",
    ["pack", "--ignore-scripts", "--json", "--update-notifier=false", "--pack-destination", directory],
    {
      directory: ROOT,
      environment: { PATH: process.env.PATH ?? "", HOME: directory, npm_config_loglevel: "error" },
      signal: AbortSignal.timeout(100_000),
    },
  );
  if (exitCode !== 0) throw new Error(`npm pack ended with ${exitCode}:\n${output}`);
  const [packed] = JSON.parse(output) as [Packed];
  return {
    path: join(directory, packed.filename),
    files: packed.files.map(({ path }) => path),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { succeed } from "../support/process";
import { ROOT } from "./project";

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
  const { stdout } = await succeed(
    "npm",
    ["pack", "--ignore-scripts", "--json", "--update-notifier=false", "--pack-destination", directory],
    {
      directory: ROOT,
      environment: { PATH: process.env.PATH ?? "", HOME: directory, npm_config_loglevel: "error" },
    },
  );
  const [packed] = JSON.parse(stdout) as [Packed];
  return {
    path: join(directory, packed.filename),
    files: packed.files.map(({ path }) => path),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

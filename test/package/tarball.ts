import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { succeed } from "../support/process";
import { ROOT } from "./project";

/** Packs this package as it was built last. */
export async function pack() {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "tarball-")));
  const { stdout } = await succeed(
    "npm",
    ["pack", "--ignore-scripts", "--json", "--update-notifier=false", "--pack-destination", directory],
    {
      directory: ROOT,
      environment: { PATH: process.env.PATH ?? "", HOME: directory, npm_config_loglevel: "error" },
    },
  );
  const [packed] = JSON.parse(stdout) as [
    { readonly filename: string; readonly files: readonly { readonly path: string }[] },
  ];
  return {
    path: join(directory, packed.filename),
    files: packed.files.map(({ path }) => path),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

export type Tarball = Awaited<ReturnType<typeof pack>>;

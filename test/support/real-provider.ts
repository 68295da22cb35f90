import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { run } from "./process";

/** A provider of one version. */
export interface ProviderId {
  /** Namespace and name: `hashicorp/null`. The host is that of the program. */
  readonly address: string;
  readonly version: string;
}

/** The variables that make Terraform use the provider, or the reason why it cannot be had. */
export type RealProvider = { readonly environment: Readonly<Record<string, string>> } | { readonly reason: string };

const CACHE = join(__dirname, "../../node_modules/.cache/terraform-providers");

/** A machine without network says no at once; one that swallows packets would keep everybody waiting. */
const PATIENCE_IN_SECONDS = 60;

/**
 * Gets the provider the way the user's own Terraform would, configuration, mirrors and proxies included, and keeps it
 * in this repository's cache. Terraform takes it from there, without network.
 *
 * @param program Terraform, or what is in its place; a mirror has its host in it
 */
export async function mirrorRealProvider(id: ProviderId, program: string, cache = CACHE): Promise<RealProvider> {
  const name = `${basename(program)}-${id.version}-${process.platform}-${process.arch}`;
  const mirror = join(cache, name);
  if (!existsSync(mirror)) {
    const reason = await download(id, program, mirror).catch((error: Error) => error.message);
    if (reason) return { reason };
  }
  const configuration = join(cache, `${name}.tfrc`);
  const path = JSON.stringify(mirror);
  await writeFile(configuration, `provider_installation {\n  filesystem_mirror {\n    path = ${path}\n  }\n}\n`);
  return { environment: { TF_CLI_CONFIG_FILE: configuration } };
}

async function download(id: ProviderId, program: string, mirror: string): Promise<string | undefined> {
  const directory = await mkdtemp(join(tmpdir(), "terraform-provider-"));
  try {
    const providers = { wanted: { source: id.address, version: id.version } };
    await writeFile(join(directory, "main.tf.json"), JSON.stringify({ terraform: { required_providers: providers } }));
    const { exitCode, output } = await run(program, ["init", "-no-color", "-input=false"], {
      directory,
      environment: userEnvironment(),
      patience: PATIENCE_IN_SECONDS,
    });
    if (exitCode === null) return `${program} init did not finish within ${PATIENCE_IN_SECONDS} s`;
    if (exitCode !== 0) return /^Error: (.*)$/m.exec(output)?.[1] ?? `${program} init ended with ${exitCode}`;

    // Another run may be doing the same: the finished copy appears at once, or was there already.
    await mkdir(dirname(mirror), { recursive: true });
    const copy = await mkdtemp(join(dirname(mirror), "copy-"));
    await cp(join(directory, ".terraform/providers"), copy, { recursive: true, dereference: true });
    await rename(copy, mirror).catch(() => rm(copy, { recursive: true }));
    return undefined;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Terraform warns of a configuration file that does not exist, and then ignores the one in the home directory. */
function userEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value === undefined || (name === "TF_CLI_CONFIG_FILE" && !existsSync(value))) continue;
    environment[name] = value;
  }
  return { ...environment, CHECKPOINT_DISABLE: "1", TF_DATA_DIR: ".terraform" };
}

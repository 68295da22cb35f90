import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { terraformProgram } from "../../lib/text/shell";
import { run } from "./process";
import { inFolder } from "./temporary-folder";

/** The `hashicorp/null` that Terraform gets. */
export interface Provider {
  readonly kind: "real" | "stand-in";
  /** A sentence that says which one it is and why. */
  readonly description: string;
  /** What to set for Terraform so that it uses this provider. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Carries the choice from jest's global set-up to its workers. */
const CHOSEN = "TEST_TERRAFORM_PROVIDER";

const CACHE = join(__dirname, "../../node_modules/.cache/terraform-providers");

/** A machine without network says no at once; one that swallows packets would keep everybody waiting. */
const PATIENCE_IN_SECONDS = 60;

let chosen: Promise<Provider> | undefined;

/** The provider of this run: the real one where it can be had, else a stand-in. */
export function provider(): Promise<Provider> {
  const inherited = process.env[CHOSEN];
  chosen ??= inherited ? Promise.resolve(JSON.parse(inherited) as Provider) : choose();
  return chosen;
}

/** Chooses the provider now, for every process that is started from here on. */
export async function shareProvider(): Promise<Provider> {
  const shared = await provider();
  process.env[CHOSEN] = JSON.stringify(shared);
  return shared;
}

async function choose(): Promise<Provider> {
  const { address, version } = providerId();
  const program = terraformProgram(process.env);
  // a mirror has the program's host in it
  const mirror = join(CACHE, `${basename(program)}-${version}`);
  const missing = existsSync(mirror) ? undefined : await download(program, address, version, mirror);
  if (missing === undefined) {
    const configuration = `${mirror}.tfrc`;
    const path = JSON.stringify(mirror);
    await writeFile(configuration, `provider_installation {\n  filesystem_mirror {\n    path = ${path}\n  }\n}\n`);
    const description = `${program} uses ${address} ${version}`;
    return { kind: "real", description, environment: { TF_CLI_CONFIG_FILE: configuration } };
  }
  // every file of tests loads this module, and one process per run starts the stand-in
  const { startStandIn } = require("./null-provider/server") as typeof import("./null-provider/server");
  const description = `${program} uses a stand-in for ${address} ${version}: ${missing}`;
  return { kind: "stand-in", description, environment: await startStandIn(address) };
}

/**
 * The bindings know which provider they were made for. Without the host, each program takes its own: Terraform's and
 * OpenTofu's registries have the same provider.
 */
function providerId(): { readonly address: string; readonly version: string } {
  const path = require.resolve("@cdktf/provider-null/package.json");
  const { cdktf } = JSON.parse(readFileSync(path, "utf8")) as {
    readonly cdktf: { readonly provider: { readonly name: string; readonly version: string } };
  };
  return { address: cdktf.provider.name.replace(/^[^/]+\//, ""), version: cdktf.provider.version };
}

/**
 * Gets a provider the way the user's own Terraform would, configuration, mirrors and proxies included, and keeps it in
 * this repository's cache. Terraform takes it from there, without network.
 *
 * @returns the reason why it cannot be had
 */
async function download(program: string, source: string, version: string, mirror: string): Promise<string | undefined> {
  return inFolder(async (directory) => {
    const terraform = { required_providers: { wanted: { source, version } } };
    await writeFile(join(directory, "main.tf.json"), JSON.stringify({ terraform }));
    const { exitCode, output } = await run(program, ["init", "-no-color", "-input=false"], {
      directory,
      environment: { ...userEnvironment(), CHECKPOINT_DISABLE: "1", TF_DATA_DIR: ".terraform" },
      patience: PATIENCE_IN_SECONDS,
    });
    if (exitCode === null) return `${program} init did not finish within ${PATIENCE_IN_SECONDS} s`;
    if (exitCode !== 0) return /^Error: (.*)$/m.exec(output)?.[1] ?? `${program} init ended with ${exitCode}`;

    // Another run may be doing the same: the finished copy appears at once, or was there already.
    await mkdir(CACHE, { recursive: true });
    const copy = await mkdtemp(join(CACHE, "copy-"));
    await cp(join(directory, ".terraform/providers"), copy, { recursive: true, dereference: true });
    await rename(copy, mirror).catch(() => rm(copy, { recursive: true }));
    return undefined;
  }).catch((error: Error) => error.message);
}

/** Terraform warns of a configuration file that does not exist, and then ignores the one in the home directory. */
function userEnvironment(): NodeJS.ProcessEnv {
  const { TF_CLI_CONFIG_FILE: file, ...others } = process.env;
  return file !== undefined && existsSync(file) ? process.env : others;
}

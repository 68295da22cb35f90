import { readFileSync } from "node:fs";
import { terraformProgram } from "../../lib/text/command";
import { mirrorRealProvider, type ProviderId } from "./real-provider";

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
  const id = providerId();
  const program = terraformProgram(process.env);
  const name = `${id.address} ${id.version}`;
  const real = await mirrorRealProvider(id, program);
  if ("environment" in real) return { kind: "real", description: `${program} uses ${name}`, ...real };
  // every file of tests loads this module, and one process per run starts the stand-in
  const { startStandIn } = require("./null-provider/server") as typeof import("./null-provider/server");
  const { environment } = await startStandIn(id.address);
  return { kind: "stand-in", description: `${program} uses a stand-in for ${name}: ${real.reason}`, environment };
}

/**
 * The bindings know which provider they were made for. Without the host, each program takes its own: Terraform's and
 * OpenTofu's registries have the same provider.
 */
function providerId(): ProviderId {
  const path = require.resolve("@cdktf/provider-null/package.json");
  const { cdktf } = JSON.parse(readFileSync(path, "utf8")) as Bindings;
  return { address: cdktf.provider.name.replace(/^[^/]+\//, ""), version: cdktf.provider.version };
}

interface Bindings {
  readonly cdktf: { readonly provider: { readonly name: string; readonly version: string } };
}

import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TerraformStack } from "cdktf";
import type { Action } from "../../lib/entity/step";
import { JOURNAL_FOLDER } from "../../lib/protocol/journal-entry";
import { accessTo, type Deployment } from "../support/deployment";
import { provider } from "../support/provider";
import type { Workspace } from "../support/workspace";
import type { Cost } from "./figures";
import { costOf } from "./processes";

/** A Terraform resource as it stands in the synthesised file. */
interface PlainResource {
  readonly triggers: Readonly<Record<string, unknown>>;
  readonly [attribute: string]: unknown;
}

/** What is synthesised for Terraform, as far as the benchmark looks into it. */
export interface Synthesised {
  readonly resource: { readonly null_resource: Readonly<Record<string, PlainResource>> };
  readonly [block: string]: unknown;
}

/** A workspace, and the service that it deploys to. */
export type Site = Pick<Deployment, "workspace" | "emulator">;

/** Synthesises, and gives what Terraform will read. */
export async function synthesise(workspace: Workspace, build: (stack: TerraformStack) => void): Promise<Synthesised> {
  workspace.synth(build);
  return JSON.parse(await readFile(join(workspace.stackDirectory, "cdk.tf.json"), "utf8")) as Synthesised;
}

/** Puts something else in the place of what was synthesised. */
export async function replaceSynthesised(workspace: Workspace, text: Synthesised): Promise<void> {
  await writeFile(join(workspace.stackDirectory, "cdk.tf.json"), JSON.stringify(text));
}

/** The applier in the stack's folder, and its commands for one action, relative to that folder. */
export function callsOf(synthesised: Synthesised, action: Action): { applier: string; commands: readonly string[] } {
  const text = JSON.stringify(synthesised);
  const [, applier = ""] = /"node\\*","(assets\/[^"\\]+\.js)/.exec(text) ?? [];
  const commands = text.match(new RegExp(`\\b${action} [0-9a-f]{64} requests/[^"\\\\]+`, "g")) ?? [];
  return { applier, commands };
}

/** Forgets the calls that were made, on both sides. */
export async function forget({ workspace, emulator }: Site): Promise<void> {
  emulator.reset();
  await rm(join(workspace.stackDirectory, JOURNAL_FOLDER), { recursive: true, force: true });
}

/**
 * The same resources as a user could write them by hand: the triggers, and nothing of what guards them.
 *
 * @param provisionerOf what runs when a resource is created
 */
export function plain(
  { resource, terraform: settings, provider }: Synthesised,
  provisionerOf: (name: string) => unknown = () => undefined,
): Synthesised {
  const resources = Object.entries(resource.null_resource).map(([name, { triggers }]) => {
    const { created, ...rest } = triggers;
    const constant = created === undefined ? rest : { created: "once", ...rest };
    return [name, { triggers: constant, provisioner: provisionerOf(name) }];
  });
  return { terraform: settings, provider, resource: { null_resource: Object.fromEntries(resources) } };
}

/** The least that local-exec can run in the places of our provisioners: Node for a record, a shell for a revision. */
export function bareStart(name: string): unknown {
  return name.endsWith("_revision")
    ? { "local-exec": { command: "echo created with this revision" } }
    : { "local-exec": { command: "0", interpreter: ["node", "-e"] } };
}

/**
 * What a command of Terraform costs, with all that it starts: a stand-in for the provider is not among that, since it
 * runs in the benchmark's own process.
 *
 * @throws Error when the exit code is not 0
 */
export async function costOfTerraform({ workspace, emulator }: Site, args: readonly string[]): Promise<Cost> {
  return costOf({
    program: "terraform",
    args: args.slice(0, -1),
    each: args.slice(-1),
    environment: { ...(await provider()).environment, ...accessTo(emulator), CHECKPOINT_DISABLE: "1" },
    directory: workspace.stackDirectory,
  });
}

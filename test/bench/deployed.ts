import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { accessTo, type Deployment } from "../support/deployment";
import { provider } from "../support/provider";
import { type Cost, costOf } from "./costs";
import { experiments, forEach, type LocalExec, type Synthesised } from "./experiments";

/** A workspace, and the service that it deploys to. */
export type Site = Pick<Deployment, "workspace" | "emulator">;

/** Who makes the resources: this package, or a user who wants bare ones with the same triggers, that start something or not. */
export type Maker = "package" | "bare" | "bare, starting";

/** Synthesises so many experiments, and puts bare resources in the place of what came of it where these are wanted. */
export async function synth({ workspace }: Site, count: number, maker: Maker): Promise<void> {
  workspace.synth(experiments(count));
  if (maker === "package") return;
  const file = join(workspace.stackDirectory, "cdk.tf.json");
  const { resource, terraform, provider } = JSON.parse(await readFile(file, "utf8")) as Synthesised;
  const bare = Object.entries(resource.null_resource).map(([name, { triggers }]) => {
    // the package's is another in each apply
    const constant = name.endsWith("_revision") ? triggers : { ...triggers, created: "once" };
    return [name, { triggers: constant, provisioner: maker === "bare" ? undefined : leastStart(name) }];
  });
  await writeFile(file, JSON.stringify({ terraform, provider, resource: { null_resource: Object.fromEntries(bare) } }));
}

/** The least that can run in the places of the package's provisioners: Node for a record, a shell for a revision. */
function leastStart(name: string): unknown {
  return name.endsWith("_revision")
    ? { "local-exec": { command: "echo created with this revision" } }
    : { "local-exec": { command: "0", interpreter: ["node", "-e"] } };
}

/** What Terraform runs for the create of the only experiment. */
export async function createCommand({ workspace }: Site): Promise<LocalExec> {
  await workspace.synth(experiments(1));
  const text = await readFile(join(workspace.stackDirectory, "cdk.tf.json"), "utf8");
  const { resource } = JSON.parse(text) as Synthesised;
  const [create] = Object.values(resource.null_resource).flatMap(({ provisioner }) => provisioner);
  if (create === undefined) throw new Error(`no provisioner in ${text}`);
  return create["local-exec"];
}

/** Deploys one experiment, and multiplies it in the state: to apply so many takes minutes. */
export async function deployed(site: Site, count: number, maker: Maker): Promise<void> {
  await synth(site, 1, maker);
  await costOfTerraform(site, "init");
  await costOfTerraform(site, "apply", "-auto-approve");
  const { statePath } = site.workspace;
  const state = JSON.parse(await readFile(statePath, "utf8")) as { resources: unknown[] };
  state.resources = forEach(count, state.resources).flat();
  await writeFile(statePath, JSON.stringify(state));
}

/** What a command of Terraform costs, with all that it starts, but without a stand-in for the provider: that runs here. */
export async function costOfTerraform({ workspace, emulator }: Site, ...args: readonly string[]): Promise<Cost> {
  const { environment } = await provider();
  return costOf({
    argv: ["terraform", ...args, "-input=false", "-no-color"],
    environment: { ...environment, ...accessTo(emulator), CHECKPOINT_DISABLE: "1" },
    directory: workspace.stackDirectory,
  });
}

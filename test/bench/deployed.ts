import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { accessTo, type Deployment } from "../support/deployment";
import { provider } from "../support/provider";
import { type Cost, costOf } from "./costs";
import { experiments, forEach, type Synthesised } from "./experiments";

/** A workspace, and the service that it deploys to. */
export type Site = Pick<Deployment, "workspace" | "emulator">;

/** Who makes the resources: this package, or a user who wants bare ones with the same triggers, that start something or not. */
export type Maker = "package" | "bare" | "bare, starting";

/** Synthesises so many experiments, and puts bare resources in the place of what came of it where these are wanted. */
export async function synth({ workspace }: Site, count: number, maker: Maker): Promise<void> {
  workspace.synth(experiments(count));
  if (maker === "package") return;
  const { resource, terraform, provider } = await synthesised(workspace);
  const bare = Object.entries(resource.null_resource).map(([name, { triggers }]) => {
    // the package's is another in each apply
    const constant = name.endsWith("_revision") ? triggers : { ...triggers, created: "once" };
    return [name, { triggers: constant, provisioner: maker === "bare" ? undefined : leastStart(name) }];
  });
  const stack = { terraform, provider, resource: { null_resource: Object.fromEntries(bare) } };
  await writeFile(join(workspace.stackDirectory, "cdk.tf.json"), JSON.stringify(stack));
}

async function synthesised({ stackDirectory }: Site["workspace"]): Promise<Synthesised> {
  return JSON.parse(await readFile(join(stackDirectory, "cdk.tf.json"), "utf8")) as Synthesised;
}

/** The least that can run in the places of the package's provisioners: Node for a record, a shell for a revision. */
function leastStart(name: string): unknown {
  const isRevision = name.endsWith("_revision");
  return { "local-exec": isRevision ? { command: "echo created" } : { command: "0", interpreter: ["node", "-e"] } };
}

/** What Terraform runs for the create of the only experiment. */
export async function createCommand({ workspace }: Site) {
  workspace.synth(experiments(1));
  const { resource } = await synthesised(workspace);
  const [create] = Object.values(resource.null_resource).flatMap(({ provisioner }) => provisioner);
  if (create === undefined) throw new Error("no provisioner in the stack");
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

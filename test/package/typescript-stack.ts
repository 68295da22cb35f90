/** A stack with all of the public surface in it, which also tests itself and asks an emulator, written for a framework. */
export function stackOf(framework: "cdktf" | "cdktn"): string {
  const entry = framework === "cdktf" ? "cdktf-experimentation" : "cdktf-experimentation/cdktn";
  return `
  import { App, TerraformOutput, TerraformStack } from "${framework}";
  import {
    AssignmentSource,
    Experiment,
    type DeferredField,
    type ExperimentGroup,
    ExperimentationService,
    fromEnvironment,
    isDeferred,
    IngestionSource,
    MetricSource,
    PromptVersion,
    Segment,
  } from "${entry}";
  import { callsOf, type DeployCall } from "${entry}/testing";
  import { type Emulator, startEmulator } from "cdktf-experimentation/emulator";

  declare const process: { env: Record<string, string | undefined> };
  declare const console: { log(...words: readonly unknown[]): void };
  const app = new App();
  const stack = new TerraformStack(app, "checkout");
  ${framework === "cdktn" ? "// @ts-expect-error: there is no such type of resource here" : ""}
  if (process.env.ON_NULL) new ExperimentationService(stack, "service", { resourceType: "null_resource" });
  const source = {
    sql: "select 1",
    timestampColumn: "at",
    idTypeMapping: [{ serviceUnitID: "userID", column: "user_id" }],
  };
  const orders = new MetricSource(stack, "orders", { name: "orders", ...source });
  const columns = { experimentIDColumn: "experiment", groupIDColumn: "group" };
  const exposures = new AssignmentSource(stack, "exposures", { name: "exposures", ...source, ...columns });
  new Segment(stack, "beta", { name: "Beta users", id: "beta", type: "id_list" });
  new IngestionSource(stack, "lake", { dataset: "Metrics", type: "s3", source_name: "lake" });
  new PromptVersion(stack, "bot", {
    promptID: "bot",
    prompts: [{ role: "system", content: "Be brief." }],
    auth_workflow_headers: [{ name: "Authorization", value: fromEnvironment("TOKEN") }],
  });
  const groups: ExperimentGroup[] = [
    { id: "control", name: "Control", size: 50 },
    { id: "one_page", name: "One page", size: 50 },
  ];
  const checkout = new Experiment(stack, "one-page", {
    name: "One page checkout",
    id: "one_page_checkout",
    description: "All steps on one page.",
    hypothesis: "Fewer steps, more orders.",
    idType: "userID",
    status: "active",
    allocation: 25,
    groups,
    targetingGateID: null,
    bonferroniCorrection: true,
    defaultConfidenceInterval: "95",
    assignmentSourceName: exposures.name,
    tags: [orders.name],
  });
  new TerraformOutput(stack, "id", { value: checkout.id, staticId: true });
  for (const child of stack.node.children) {
    if (!Experiment.isExperiment(child)) continue;
    const id: string | DeferredField = child.declared.id;
    const group = isDeferred(child.declared.groups) ? undefined : child.declared.groups?.[0];
    const size: number | DeferredField | undefined = isDeferred(group) ? undefined : group?.size;
    if (size === undefined) throw new Error("no size");
    // @ts-expect-error: nobody changes what is declared
    const changed = () => (child.declared.id = id);
    // @ts-expect-error: a setting is no field
    if (child.declared.adopt !== undefined) throw new Error("a setting");
  }
  // @ts-expect-error: there is no such field
  const wrong = () => new Experiment(stack, "wrong", { name: "Checkout", alocation: 3 });

  async function main(): Promise<void> {
    const emulator: Emulator = await startEmulator();
    await emulator.close();
    const calls: readonly DeployCall[] = callsOf(stack);
    for (const { address, method, path } of calls) console.log(method, path, "by", address);
  }
  if (process.env.CALLS) void main();
  else app.synth();
`;
}

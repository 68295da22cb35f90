import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { provider, resource } from "@cdktf/provider-null";
import { App, AssetType, TerraformAsset, TerraformLocal, TerraformStack } from "cdktf";
import { ExperimentationService } from "cdktf-experimentation";
import { experiments, forEach, type Synthesised } from "./experiments";

/**
 * `synth-worker.ts code|hand|terraform_data COUNT [ALLOCATION]`: synthesises so many experiments in this way, into the current
 * folder. The first two are of `null_resource`.
 */
const [, , way, number, allocation] = process.argv;
const count = Number(number);
const out = "cdktf.out/stacks/stack";
if (way === "code") synthesise(experiments(count));
if (way === "hand") byHand();
if (way === "terraform_data") {
  synthesise((stack) => {
    new ExperimentationService(stack, "service", { resourceType: way });
    experiments(count, { allocation: Number(allocation) })(stack);
  });
}

function synthesise(build: (stack: TerraformStack) => unknown): void {
  const app = new App();
  build(new TerraformStack(app, "stack"));
  app.synth();
}

/** Makes what this package has made of one experiment, which is in the folder already, for all. */
function byHand(): void {
  const { resource: made, locals } = JSON.parse(readFileSync(join(out, "cdk.tf.json"), "utf8")) as Synthesised;
  const paths = readdirSync(join(out, "requests")).map((name) => join(out, "requests", name));
  const requests = paths.map((path) => ({ path, text: readFileSync(path, "utf8") }));
  synthesise((stack) => {
    new provider.NullProvider(stack, "null");
    const path = join(__dirname, "../../dist/applier/bundle");
    new TerraformAsset(stack, "applier", { path, type: AssetType.DIRECTORY });
    for (const [name, expression] of Object.entries(locals)) new TerraformLocal(stack, name, expression);
    const resources = forEach(count, Object.entries(made.null_resource)).flat();
    for (const [name, { triggers, lifecycle, provisioner }] of resources) {
      const one = new resource.Resource(stack, name, { triggers });
      one.addOverride("lifecycle", lifecycle);
      one.addOverride("provisioner", provisioner);
    }
  });
  mkdirSync(join(out, "requests"), { recursive: true });
  for (const { path, text } of forEach(count, requests).flat()) writeFileSync(path, text);
}

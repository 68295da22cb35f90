import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { provider, resource } from "@cdktf/provider-null";
import { App, AssetType, TerraformAsset, TerraformLocal, TerraformStack } from "cdktf";
import { Include } from "cdktf-experimentation";
import { experiments, forEach } from "./experiments";

/** What a user without this package would have to construct and write for one experiment. */
interface Output {
  readonly resource: { readonly null_resource: Readonly<Record<string, Block>> };
  readonly locals: Readonly<Record<string, unknown>>;
}

interface Block {
  readonly triggers: Record<string, string>;
  readonly lifecycle: unknown;
  readonly provisioner: unknown;
}

/** `synth-worker.ts code|files|hand COUNT`: synthesises so many experiments in this way, into the current folder. */
const [, , way, number] = process.argv;
const count = Number(number);
const out = "cdktf.out/stacks/stack";
if (way === "code") synthesise(experiments(count));
if (way === "files") synthesise((stack) => new Include(stack, "experiments", { path: "definitions" }));
if (way === "hand") byHand();

function synthesise(build: (stack: TerraformStack) => unknown): void {
  const app = new App();
  build(new TerraformStack(app, "stack"));
  app.synth();
}

/** Makes what this package has made of one experiment, which is in the folder already, for all. */
function byHand(): void {
  const { resource: made, locals } = JSON.parse(readFileSync(join(out, "cdk.tf.json"), "utf8")) as Output;
  const requests = readdirSync(join(out, "requests")).map((name) => ({
    path: join(out, "requests", name),
    text: readFileSync(join(out, "requests", name), "utf8"),
  }));
  synthesise((stack) => {
    new provider.NullProvider(stack, "null");
    const path = join(__dirname, "../../dist/applier/bundle");
    new TerraformAsset(stack, "applier", { path, type: AssetType.DIRECTORY });
    for (const [name, expression] of Object.entries(locals)) new TerraformLocal(stack, name, expression);
    for (const [name, { triggers, lifecycle, provisioner }] of forEach(
      count,
      Object.entries(made.null_resource),
    ).flat()) {
      const one = new resource.Resource(stack, name, { triggers });
      one.addOverride("lifecycle", lifecycle);
      one.addOverride("provisioner", provisioner);
    }
  });
  mkdirSync(join(out, "requests"), { recursive: true });
  for (const { path, text } of forEach(count, requests).flat()) writeFileSync(path, text);
}

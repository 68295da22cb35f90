import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { provider, resource } from "@cdktf/provider-null";
import { App, AssetType, TerraformAsset, TerraformLocal, TerraformStack } from "cdktf";
import { Experiment, Include } from "cdktf-experimentation";
import { stringify } from "yaml";
import type { Cost } from "./figures";
import { experimentProps, numbered } from "./props";
import type { Task } from "./synth";

/** Synthesises what the file that its argument names says, and prints what that costs, loading left out. */
function main(): void {
  const { folder, count, from } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Task;
  const indices = Array.from({ length: count }, (_, index) => index);
  const work = ways[from](folder, indices);
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  work();
  const { user, system } = process.cpuUsage(cpu);
  const memory = process.resourceUsage().maxRSS * 1024;
  const cost: Cost = { cpu: (user + system) / 1_000, wall: performance.now() - wall, memory };
  process.stdout.write(`${JSON.stringify(cost)}\n`);
}

const ways: Readonly<Record<Task["from"], (outdir: string, indices: readonly number[]) => () => void>> = {
  code: inCode,
  files: inFiles,
  hand: byHand,
};

/** The same experiments, each in a YAML file. */
function inFiles(outdir: string, indices: readonly number[]): () => void {
  const path = `${outdir}-definitions`;
  mkdirSync(path, { recursive: true });
  for (const index of indices)
    writeFileSync(join(path, `${index}.yaml`), stringify({ kind: "Experiment", ...experimentProps(index) }));
  return () => {
    const app = new App({ outdir });
    new Include(new TerraformStack(app, "stack"), "experiments", { path });
    app.synth();
  };
}

function inCode(outdir: string, indices: readonly number[]): () => void {
  const props = indices.map(experimentProps);
  return () => {
    const app = new App({ outdir });
    const stack = new TerraformStack(app, "stack");
    for (const [index, each] of props.entries()) new Experiment(stack, `experiment-${index}`, each);
    app.synth();
  };
}

/** What a user without this package would construct and write: all that one experiment comes to, for each. */
function byHand(outdir: string, indices: readonly number[]): () => void {
  inCode(`${outdir}-of-one`, [0])();
  const folder = join(`${outdir}-of-one`, "stacks/stack");
  const { resource: made, locals } = JSON.parse(readFileSync(join(folder, "cdk.tf.json"), "utf8")) as Made;
  const files = readdirSync(join(folder, "requests")).map((name) => [
    `requests/${name}`,
    readFileSync(join(folder, "requests", name), "utf8"),
  ]);
  const text = JSON.stringify({ resources: Object.entries(made.null_resource), files });
  // a user would have the numbers where they belong
  const each = indices.map((index) => JSON.parse(numbered(text, index)) as Each);
  return () => {
    const app = new App({ outdir });
    const stack = new TerraformStack(app, "stack");
    new provider.NullProvider(stack, "null");
    const applier = join(__dirname, "../../dist/applier/bundle");
    new TerraformAsset(stack, "applier", { path: applier, type: AssetType.DIRECTORY });
    for (const [name, expression] of Object.entries(locals)) new TerraformLocal(stack, name, expression);
    for (const { resources } of each) {
      for (const [name, { triggers, lifecycle, provisioner }] of resources) {
        const one = new resource.Resource(stack, name, { triggers });
        one.addOverride("lifecycle", lifecycle);
        one.addOverride("provisioner", provisioner);
      }
    }
    app.synth();
    for (const [path, content] of each.flatMap((one) => one.files)) {
      const file = join(outdir, "stacks/stack", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  };
}

interface Block {
  readonly triggers: Record<string, string>;
  readonly lifecycle: unknown;
  readonly provisioner: unknown;
}

interface Made {
  readonly resource: { readonly null_resource: Readonly<Record<string, Block>> };
  readonly locals: Readonly<Record<string, unknown>>;
}

interface Each {
  readonly resources: readonly (readonly [name: string, block: Block])[];
  readonly files: readonly (readonly [path: string, content: string])[];
}

main();

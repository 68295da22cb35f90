import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { provider, resource } from "@cdktf/provider-null";
import { App, AssetType, TerraformAsset, TerraformLocal, TerraformStack } from "cdktf";
import { Experiment } from "cdktf-experimentation";
import type { Cost } from "./figures";
import { experimentProps } from "./props";

/** What a process is to synthesise. */
export interface Task {
  /** Where the output goes. */
  readonly folder: string;
  /** How many experiments. */
  readonly count: number;
  /** What the first experiment comes to, as JSON of `ByHand`: to construct that without this package. */
  readonly byHand?: string;
}

/** What a user without this package would construct and write for an experiment. */
export interface ByHand {
  /** The folder that every deploy needs. */
  readonly applier: string;
  readonly resources: Readonly<Record<string, resource.ResourceConfig>>;
  readonly locals: Readonly<Record<string, unknown>>;
  /** Further files of the stack, by their path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Synthesises what the file that its argument names says, and prints what that costs, loading left out. */
function main(): void {
  const { folder, count, byHand } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Task;
  const start = performance.now();
  const app = new App({ outdir: folder });
  const stack = new TerraformStack(app, "stack");
  if (byHand !== undefined) prepare(stack, JSON.parse(byHand) as ByHand);
  for (let index = 0; index < count; index++) {
    if (byHand === undefined) new Experiment(stack, `experiment-${index}`, experimentProps(index));
    else construct(stack, JSON.parse(numbered(byHand, index)) as ByHand);
  }
  app.synth();
  if (byHand !== undefined) {
    for (let index = 0; index < count; index++) write(folder, JSON.parse(numbered(byHand, index)) as ByHand);
  }
  const wall = performance.now() - start;
  const cost: Cost = { wall, memory: process.resourceUsage().maxRSS * 1024 };
  process.stdout.write(`${JSON.stringify(cost)}\n`);
}

/** What a stack needs once. */
function prepare(stack: TerraformStack, { applier, locals }: ByHand): void {
  new provider.NullProvider(stack, "null");
  new TerraformAsset(stack, "applier", { path: applier, type: AssetType.DIRECTORY });
  for (const [name, expression] of Object.entries(locals)) new TerraformLocal(stack, name, expression);
}

function construct(stack: TerraformStack, { resources }: ByHand): void {
  for (const [name, config] of Object.entries(resources)) new resource.Resource(stack, name, config);
}

function write(folder: string, { files }: ByHand): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, "stacks/stack", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** What belongs to the first experiment, for another one. */
function numbered(text: string, index: number): string {
  return text.replaceAll(/(button[ _]|experiment-)0(?!\d)/g, `$1${index}`);
}

main();

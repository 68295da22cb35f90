import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { provider, resource } from "@cdktf/provider-null";
import { App, AssetType, TerraformAsset, TerraformLocal, TerraformStack } from "cdktf";
import { Experiment, type ExperimentProps } from "cdktf-experimentation";
import type { Cost } from "./figures";
import { numbered } from "./numbered";
import { experimentProps } from "./props";

/** What a process is to synthesise. */
export interface Task {
  /** Where the output goes. */
  readonly folder: string;
  /** How many experiments. */
  readonly count: number;
  /** What the first experiment comes to, as JSON of `ByHand`: to construct that without this package. */
  readonly byHand?: string;
  /** How many groups each experiment has; few when left out. */
  readonly groups?: number;
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

/** Time in milliseconds. */
interface Spent {
  readonly wall: number;
  readonly cpu: number;
}

/** Synthesises what the file that its argument names says, and prints what that costs, loading left out. */
function main(): void {
  const { folder, count, byHand, groups } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Task;
  const props = Array.from({ length: count }, (_, index) => experimentProps(index, groups));
  const start = spent();
  const apart = byHand === undefined ? synthesise(folder, props) : synthesiseByHand(folder, count, byHand);
  const end = spent();
  const cost: Cost = {
    cpu: end.cpu - start.cpu - apart.cpu,
    wall: end.wall - start.wall - apart.wall,
    memory: process.resourceUsage().maxRSS * 1024,
  };
  process.stdout.write(`${JSON.stringify(cost)}\n`);
}

/** What this process has spent so far. */
function spent(): Spent {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), cpu: (user + system) / 1_000 };
}

/** @returns what does not count */
function synthesise(folder: string, props: readonly ExperimentProps[]): Spent {
  const app = new App({ outdir: folder });
  const stack = new TerraformStack(app, "stack");
  for (const [index, each] of props.entries()) new Experiment(stack, `experiment-${index}`, each);
  app.synth();
  return { wall: 0, cpu: 0 };
}

/** @returns what does not count: a user would have the numbers where they belong */
function synthesiseByHand(folder: string, count: number, byHand: string): Spent {
  const apart = { wall: 0, cpu: 0 };
  const made = (index: number) => {
    const start = spent();
    const one = JSON.parse(numbered(byHand, index)) as ByHand;
    const end = spent();
    apart.wall += end.wall - start.wall;
    apart.cpu += end.cpu - start.cpu;
    return one;
  };
  const app = new App({ outdir: folder });
  const stack = new TerraformStack(app, "stack");
  prepare(stack, JSON.parse(byHand) as ByHand);
  for (let index = 0; index < count; index++) construct(stack, made(index));
  app.synth();
  for (let index = 0; index < count; index++) write(folder, made(index));
  return apart;
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

main();

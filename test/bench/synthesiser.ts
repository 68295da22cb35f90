import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { Cost } from "./figures";
import { run } from "./processes";
import type { ByHand, Task } from "./synth-worker";
import type { PlainResource, Synthesised } from "./synthesised";

const root = join(__dirname, "../..");

/** Synthesises experiments in processes of their own, by this package or without it. */
export class Synthesiser {
  /** Runs with a synthesiser, and removes all that it has made. */
  static async use<T>(work: (synthesiser: Synthesiser) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), "bench-synth-"));
    try {
      return await work(new Synthesiser(folder, await compiled(folder)));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private constructor(
    private readonly folder: string,
    private readonly worker: string,
  ) {}

  /** What a process says that it needed. */
  async cost(task: Omit<Task, "folder">): Promise<Cost> {
    const { cost, remove } = await this.synthesise(task);
    await remove();
    return cost;
  }

  /** What the first experiment comes to, for `Task`; checked by what others come to. */
  async byHand(): Promise<string> {
    const { stack, remove } = await this.synthesise({ count: 1 });
    const { resource, locals } = await read(stack);
    const names = (await readdir(join(stack, "requests"))).map((name) => `requests/${name}`);
    const files = names.map(async (name) => [name, await readFile(join(stack, name), "utf8")]);
    const byHand: ByHand = {
      applier: join(root, "dist/applier/bundle"),
      resources: Object.fromEntries(
        Object.entries(resource.null_resource).map(([name, each]) => [name, configOf(each)]),
      ),
      locals: locals as ByHand["locals"],
      files: Object.fromEntries(await Promise.all(files)),
    };
    await remove();
    const text = JSON.stringify(byHand);
    const [ours, theirs] = [await this.outputOf({ count: 3 }), await this.outputOf({ count: 3, byHand: text })];
    if (ours !== theirs) throw new Error(`what is made by hand differs:\n${ours}\n${theirs}`);
    return text;
  }

  /** What is synthesised, without what comes from the tree of constructs and of the digests of files. */
  private async outputOf(task: Omit<Task, "folder">): Promise<string> {
    const { stack, remove } = await this.synthesise(task);
    const { resource, locals, provider } = await read(stack);
    const files = (await readdir(join(stack, "requests"))).sort();
    await remove();
    const text = JSON.stringify({ resource, locals, provider, files }, (key, value: unknown) => {
      return key === "//" ? undefined : value;
    });
    return text.replaceAll(/[0-9a-f]{64}|applier_[0-9A-F]{8}/g, "digest");
  }

  private async synthesise(task: Omit<Task, "folder">) {
    const folder = await mkdtemp(join(this.folder, "out-"));
    const file = `${folder}.json`;
    await writeFile(file, JSON.stringify({ folder, ...task } satisfies Task));
    const { output } = await run("node", [this.worker, file], {}, this.folder);
    return {
      cost: JSON.parse(output) as Cost,
      stack: join(folder, "stacks/stack"),
      remove: () => rm(folder, { recursive: true }),
    };
  }
}

/** The worker as plain JavaScript, so that no compiler is in what is measured. */
async function compiled(folder: string): Promise<string> {
  const outfile = join(folder, "worker.js");
  const packages = createRequire(join(root, "main.ts"));
  await build({
    entryPoints: [join(__dirname, "synth-worker.ts")],
    outfile,
    bundle: true,
    platform: "node",
    plugins: [
      {
        name: "installed-packages",
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path }) => ({ path: packages.resolve(path), external: true }));
        },
      },
    ],
  });
  return outfile;
}

async function read(stack: string): Promise<Synthesised> {
  return JSON.parse(await readFile(join(stack, "cdk.tf.json"), "utf8")) as Synthesised;
}

/** A resource in the words of its class. */
function configOf({ triggers, lifecycle, provisioner }: PlainResource): ByHand["resources"][string] {
  const { ignore_changes: ignoreChanges, postcondition } = (lifecycle ?? {}) as Lifecycle;
  return {
    triggers: triggers as Record<string, string>,
    lifecycle:
      lifecycle === undefined
        ? undefined
        : {
            ignoreChanges,
            postcondition: postcondition?.map(({ condition, error_message: errorMessage }) => ({
              condition,
              errorMessage,
            })),
          },
    provisioners: (provisioner as Provisioners | undefined)?.map((each) => ({
      type: "local-exec",
      ...each["local-exec"],
    })),
  };
}

interface Lifecycle {
  readonly ignore_changes?: string[];
  readonly postcondition?: readonly { readonly condition: string; readonly error_message: string }[];
}

type Provisioners = readonly { readonly "local-exec": { readonly command: string; readonly interpreter: string[] } }[];

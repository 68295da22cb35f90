import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { App, LocalBackend, TerraformBackend, TerraformStack } from "cdktf";
import { sha256 } from "../../lib/entity/sha256";
import type { Ended } from "./process";
import { provider } from "./provider";
import { INITIALISED, tryTerraform } from "./terraform";

/** A Terraform state, as far as tests look into it. */
interface State {
  readonly resources: readonly {
    readonly type: string;
    readonly name: string;
    /** `tainted` is the status after a provisioner failed. */
    readonly instances: readonly { readonly attributes: Readonly<Record<string, unknown>>; readonly status?: string }[];
  }[];
  readonly outputs: Readonly<Record<string, { readonly value: unknown }>>;
}

/** What one command does differently. */
interface CommandOptions {
  /** Variables on top of the workspace's. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Kills Terraform and all that it started, at once. */
  readonly signal?: AbortSignal;
  /** Further options on the command line of a plan or an apply. */
  readonly options?: readonly string[];
}

/** What `terraform plan` says. */
export interface PlanResult extends Ended {
  /** True when Terraform finds nothing to do. */
  readonly isEmpty: boolean;
}

/** A directory in which stacks are synthesised and deployed by real Terraform, each with a local state; one of the stacks. */
export class Workspace {
  /**
   * Creates an empty workspace in the system's temporary directory.
   *
   * @param environment variables for Terraform and what it starts; nothing else is inherited but `PATH`
   */
  static async create({ environment = {} }: Pick<CommandOptions, "environment"> = {}): Promise<Workspace> {
    // The space is there because users have them in their paths.
    const directory = await realpath(await mkdtemp(join(tmpdir(), "experiment workspace-")));
    return new Workspace(directory, environment);
  }

  private stackName = "stack";
  private initialised: string | undefined;
  private shown: string | undefined;
  private readonly closing = new AbortController();
  private readonly running = new Set<Promise<Ended>>();
  private readonly others = new Map<string, Workspace>();

  private constructor(
    /** Where everything of this workspace lies. */
    readonly directory: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** Another stack in the same directory. It ends with this one. */
  stack(name: string): Workspace {
    const other = this.others.get(name) ?? new Workspace(this.directory, this.environment);
    other.stackName = name;
    this.others.set(name, other);
    return other;
  }

  /** Where the state of the stack is kept. */
  get statePath(): string {
    return join(this.directory, `terraform.${this.stackName}.tfstate`);
  }

  /** Where the stack is synthesised and Terraform runs. */
  get stackDirectory(): string {
    return join(this.directory, "cdktf.out/stacks", this.stackName);
  }

  /** Synthesises one stack as the command line tool would, and throws what `app.synth()` throws. */
  synth(build: (stack: TerraformStack) => void): void {
    this.synthAll((app) => build(new TerraformStack(app, this.stackName)));
  }

  /** Synthesises several stacks: `stack` finds each by its name. */
  synthAll(build: (app: App) => void): void {
    const outdir = join(this.directory, "cdktf.out");
    mkdirSync(outdir, { recursive: true });
    const app = new App({ outdir });
    build(app);
    for (const stack of app.node.children.filter(TerraformStack.isStack)) {
      if (stack.node.findAll().some(TerraformBackend.isBackend)) continue;
      // its own would lie where the tests run
      new LocalBackend(stack, { path: `../../../terraform.${stack.node.id}.tfstate` });
    }
    app.synth();
  }

  /** Runs `terraform plan`, which leaves the plan in the stack's directory as `tfplan`. */
  async plan(options: CommandOptions = {}): Promise<PlanResult> {
    await this.init(options);
    this.shown = undefined;
    const args = ["plan", "-out=tfplan", "-detailed-exitcode", ...(options.options ?? [])];
    const result = await this.terraform(args, options);
    return { ...result, isEmpty: result.exitCode === 0 };
  }

  /** What `terraform show -json` says of the last plan, which it leaves beside it as `tfplan.json`. */
  async shownPlan(options: CommandOptions = {}): Promise<string> {
    if (this.shown === undefined) {
      this.shown = (await this.terraform(["show", "-json", "tfplan"], options)).output;
      await writeFile(join(this.stackDirectory, "tfplan.json"), this.shown);
    }
    return this.shown;
  }

  /** Runs `terraform apply`; with `saved`, applies what `plan` left and nothing newer. */
  async apply(options: CommandOptions & { readonly saved?: boolean } = {}): Promise<Ended> {
    await this.init(options);
    const what = options.saved ? "tfplan" : "-auto-approve";
    return this.terraform(["apply", ...(options.options ?? []), what], options);
  }

  /** Synthesises and applies, and throws with all that Terraform said unless it ends as expected. */
  async deploy(
    build: (stack: TerraformStack) => void,
    options: CommandOptions & { readonly expect?: "success" | "failure" } = {},
  ): Promise<Ended> {
    this.synth(build);
    const result = await this.apply(options);
    const outcome = result.exitCode === 0 ? "success" : "failure";
    const expected = options.expect ?? "success";
    if (outcome !== expected) throw new Error(`expected ${expected} of terraform apply, got ${describe(result)}`);
    return result;
  }

  /** Runs any Terraform command in the stack's directory. */
  async terraform(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
    const signals = [this.closing.signal, options.signal].filter((signal) => signal !== undefined);
    const environment = { HOME: this.directory, ...this.environment, ...options.environment };
    const running = tryTerraform(this.stackDirectory, args, environment, AbortSignal.any(signals));
    this.running.add(running);
    return running.finally(() => this.running.delete(running));
  }

  /** Runs a Terraform command that has to succeed; returns what it said, and throws that otherwise. */
  async succeed(args: readonly string[], options: CommandOptions = {}): Promise<string> {
    const result = await this.terraform(args, options);
    if (result.exitCode !== 0)
      throw new Error(`expected success of terraform ${args.join(" ")}, got ${describe(result)}`);
    return result.output;
  }

  /** The stack's state as Terraform wrote it. */
  async state(): Promise<State> {
    return JSON.parse(await readFile(this.statePath, "utf8")) as State;
  }

  /** A workspace on another machine, so to speak: it has this one's state and nothing else of it. */
  async anotherRunner(): Promise<Workspace> {
    const other = await Workspace.create({ environment: this.environment });
    other.stackName = this.stackName;
    await copyFile(this.statePath, other.statePath);
    return other;
  }

  /** Every file that synth and Terraform left, without installed providers, by its path in the workspace. */
  async files(): Promise<ReadonlyMap<string, Buffer>> {
    const files = new Map<string, Buffer>();
    for (const entry of await readdir(this.directory, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && !path.includes(join(".terraform", "providers"))) {
        files.set(relative(this.directory, path), await readFile(path));
      }
    }
    return files;
  }

  /** Ends what still runs and removes the directory. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const other of this.others.values()) await other.close();
    await Promise.allSettled(this.running);
    await rm(this.directory, { recursive: true, force: true });
  }

  /** Initialises again only where Terraform would ask for it: when the settings of the stack have changed. */
  private async init(options: CommandOptions): Promise<void> {
    const { terraform } = JSON.parse(await readFile(join(this.stackDirectory, "cdk.tf.json"), "utf8"));
    const settings = JSON.stringify(terraform);
    if (this.initialised === settings) return;
    const path = join(this.stackDirectory, ".terraform/terraform.tfstate");
    const { kind, description } = await provider();
    // all that is left then is what a backend was set to: a stand-in is not installed
    const isWhole = "local" in terraform.backend && (terraform.required_providers === undefined || kind === "stand-in");
    const kept = join(INITIALISED, sha256(`${description} ${settings}`));
    if (isWhole && this.initialised === undefined && existsSync(kept)) {
      await mkdir(dirname(path), { recursive: true });
      await copyFile(kept, path);
    } else {
      await this.succeed(["init"], options);
      if (isWhole) await keepAs(kept, path);
    }
    this.initialised = settings;
  }
}

/** Copies a file in one step: tests beside this one may read or write it. */
async function keepAs(kept: string, path: string): Promise<void> {
  await mkdir(dirname(kept), { recursive: true });
  const draft = `${kept}.${randomUUID()}`;
  await copyFile(path, draft);
  await rename(draft, kept);
}

function describe({ exitCode, output }: Ended): string {
  return `${exitCode === null ? "killed" : `exit code ${exitCode}`}:\n${output}`;
}

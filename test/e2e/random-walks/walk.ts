import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Ended } from "../../support/process";
import { Workspace } from "../../support/workspace";
import { buildStack, type Code, declaredIn, firstCode } from "./code";
import { Comparison, plantStrangers, type Stranger } from "./comparison";
import { type Declared, type Options, type Part, StackModel, type Target } from "./model";
import { keys, type Places, withPlaces } from "./places";
import { ProjectModel } from "./project-model";
import { type Act, acts, type Dice, type Edit, edits, type Step } from "./steps";
import { walkers } from "./walkers";

/** A walk: each step is made by real Terraform and by the model, and all that can be seen of both has to be the same. */
export class Walk {
  /** Runs a test on a new walk, and removes what it leaves. */
  static start(test: (walk: Walk) => Promise<void>): Promise<void> {
    return withPlaces(async (places) => {
      const workspace = await Workspace.create({ environment: keys });
      try {
        await test(new Walk(places, workspace, await plantStrangers(places)));
      } finally {
        await workspace.close();
      }
    });
  }

  private readonly projects: readonly ProjectModel[];
  private readonly stacks = new Map<string, Stack>();
  readonly comparison: Comparison;
  private code: Code;

  private constructor(
    private readonly places: Places,
    private readonly workspace: Workspace,
    strangers: readonly Stranger[],
  ) {
    this.code = firstCode(places.places);
    this.projects = places.projects.map((_, index) => {
      const kept = strangers.filter(({ project }) => project === index);
      return new ProjectModel(kept.map(({ id, seen }) => [id, { ...seen, isForeign: true }]));
    });
    this.comparison = new Comparison(places, this.projects, strangers);
  }

  /** Makes the steps, each by its name, one after the other; an error says which they were. */
  async takeAll(steps: readonly (readonly [what: string, step: Step])[]): Promise<void> {
    for (const [index, [, step]] of steps.entries()) {
      await this.take(step).catch((cause: unknown) => {
        const names = steps.slice(0, index + 1).map(([what]) => what);
        throw new Error(`after these steps:\n${names.join("\n")}`, { cause });
      });
    }
  }

  /** Makes a step, and compares. */
  private async take({ act: [name, dice], edits: changes, faults, takesBack }: Step): Promise<void> {
    const act: Act = acts[name];
    await act.byHand?.(this, dice);
    const before = this.code;
    for (const [edit, of] of changes) this.code = (edits[edit] as Edit).change(this.code, of, this.places.places);
    for (const each of faults) this.refuseNext(each);
    const concerned = [before, this.code].flatMap((code) =>
      [dice, ...changes.map(([, of]) => of)].flatMap(({ walker }) => code.entities.get(walker)?.stack ?? []),
    );
    let isRefused = false;
    for (const index of new Set(concerned)) {
      if (await this.deploy(index, act, dice)) isRefused = true;
    }
    // a walk goes on where something can be deployed
    if (isRefused) this.code = takesBack ? { ...before, stacks: this.code.stacks } : this.withoutRefused();
  }

  /** Does something with a resource that the state has of an entity: the first of these parts that it has. */
  async onHeld(
    { walker }: Dice,
    parts: readonly Part[],
    act: (stack: Stack, held: Target) => Promise<void>,
  ): Promise<void> {
    const [index, declared] = this.find(walker);
    const stack = this.stackAt(index);
    const held = declared && stack.held(declared, ...parts);
    if (held !== undefined) await act(stack, held);
  }

  /** Does something with the stack that an entity is in. */
  async onStack({ walker }: Dice, act: (stack: Stack) => void | Promise<void>): Promise<void> {
    await act(this.stackAt(this.find(walker)[0]));
  }

  /** Gives the stack that an entity is in its other name, with its state or without. */
  renameStack({ walker, flag: withState }: Dice): void {
    const [renamed] = this.find(walker);
    const former = this.stackAt(renamed);
    const name = (index: 0 | 1) => {
      const now = this.code.stacks[index];
      if (index !== renamed) return now;
      return now.endsWith("-renamed") ? now.replace("-renamed", "") : `${now}-renamed`;
    };
    this.code = { ...this.code, stacks: [name(0), name(1)] };
    if (withState) this.stackAt(renamed).takeState(former);
  }

  /** Deploys a stack. Returns whether the plan was refused. */
  private async deploy(index: 0 | 1, act: Act, { walker, parts }: Dice): Promise<boolean> {
    const stack = this.stackAt(index);
    const all = stack.synth(this.code, index);
    const declared = all.find((each) => each.walker === walker);
    const options = (declared && act.options?.(stack, declared, parts)) ?? {};
    const expected = stack.model.deploy(all, options);

    const before = this.calls().map((calls) => calls.length);
    const ended = await stack.apply(options);
    const calls = this.calls().flatMap((each, project) => each.slice(before[project]));
    this.comparison.deploy(stack, expected, ended, calls);
    this.comparison.services();
    // what a deploy has refused, a plan refuses
    if (!expected.isRefused) await this.comparison.plan(stack, all);
    return expected.isRefused;
  }

  /** Refuses the next call about an entity, at the service where it is declared. */
  private refuseNext(walker: string): void {
    const [, declared] = this.find(walker);
    if (declared === undefined) return;
    const { project } = declared.place;
    const isNew = this.projects[project]?.refuseNext(declared);
    const fault = { match: walkers[walker]?.match, status: 400, body: { message: "No." } };
    if (isNew) this.places.projects[project]?.fail(fault);
  }

  private withoutRefused(): Code {
    const refused = ([0, 1] as const).flatMap((index) =>
      declaredIn(this.code, index).filter((each) => this.stackAt(index).model.refuses(each)),
    );
    const isRefused = (name: string) => refused.some(({ walker }) => walker === name);
    return { ...this.code, entities: new Map([...this.code.entities].filter(([name]) => !isRefused(name))) };
  }

  /** The calls that have arrived, by project. */
  private calls(): readonly (readonly string[])[] {
    return this.places.projects.map(({ calls }, project) =>
      calls.map(({ method, path }) => `${project} ${method} ${path}`),
    );
  }

  /** The stack that an entity is in, and what it declares of the entity. What is nowhere is looked for in the first. */
  private find(walker: string): readonly [0 | 1, Declared | undefined] {
    const index = this.code.entities.get(walker)?.stack ?? 0;
    return [index, declaredIn(this.code, index).find((each) => each.walker === walker)];
  }

  private stackAt(index: 0 | 1): Stack {
    const name = this.code.stacks[index];
    const known = this.stacks.get(name);
    if (known !== undefined) return known;
    const stack = new Stack(name, this.workspace.stack(name), new StackModel(name, this.projects));
    this.stacks.set(name, stack);
    return stack;
  }
}

/** A stack under one of its names: what Terraform has of it, and what the model says that it has. */
export class Stack {
  /** Terraform's addresses of records, by the model's. */
  private readonly addresses = new Map<string, string>();

  constructor(
    readonly name: string,
    private readonly workspace: Workspace,
    readonly model: StackModel,
  ) {}

  /** Synthesises what the code says of the stack. */
  synth(code: Code, index: 0 | 1): readonly Declared[] {
    const declared = declaredIn(code, index);
    this.workspace.synth((stack) => {
      const built = buildStack(code, index, stack);
      for (const { walker, address } of declared) this.addresses.set(address, built.get(walker) ?? "");
    });
    this.model.synth(declared);
    return declared;
  }

  /** A part of an entity that the state has: one of these, the former before the latter. */
  held({ address }: Declared, ...parts: Part[]): Target | undefined {
    return parts.map((part) => ({ address, part })).find((target) => this.model.has(target));
  }

  apply({ target, replace, adoptsExisting }: Options): Promise<Ended> {
    return this.workspace.apply({
      options: [...this.option("target", target), ...this.option("replace", replace)],
      environment: adoptsExisting ? { SERVICE_ADOPT_EXISTING: "true" } : {},
    });
  }

  /** Plans, without what is needed to apply that. Returns the walkers for which there is something to do. */
  async plan(): Promise<Pick<Ended, "exitCode" | "output"> & { readonly due: ReadonlySet<string> }> {
    const { exitCode, output } = await this.workspace.terraform(["plan", "-detailed-exitcode"]);
    const planned = /^ {2}# \w+\.(?:experimentation_service_of_)?(\S+) (?:is tainted, so (?:it )?)?(?:will|must) be/gm;
    const names = [...output.matchAll(planned)].map(([, name]) => name);
    const prefixes = Object.entries(walkers).map(([name, { resources }]) => ({ name, resources }));
    const walkerOf = (name = "") => prefixes.find(({ resources }) => name.startsWith(resources))?.name;
    return { exitCode, output, due: new Set(names.flatMap((name) => walkerOf(name) ?? [])) };
  }

  async taint(target: Target): Promise<void> {
    this.model.taint(target);
    await this.workspace.succeed(["taint", this.resource(target)]);
  }

  async remove(target: Target): Promise<void> {
    this.model.remove(target);
    await this.workspace.succeed(["state", "rm", this.resource(target)]);
  }

  async destroy(): Promise<void> {
    if (!existsSync(this.workspace.statePath)) return;
    this.model.destroy();
    await this.workspace.succeed(["destroy", "-auto-approve"]);
  }

  /** Removes what another runner does not have. */
  loseJournal(): void {
    this.model.loseJournal();
    rmSync(join(this.workspace.stackDirectory, "journal"), { recursive: true, force: true });
  }

  /** Takes the state of another name. */
  takeState(former: Stack): void {
    if (!existsSync(former.workspace.statePath)) return;
    this.model.takeState(former.model);
    renameSync(former.workspace.statePath, this.workspace.statePath);
  }

  private option(name: string, target: Target | undefined): string[] {
    return target === undefined ? [] : [`-${name}=${this.resource(target)}`];
  }

  private resource({ address, part }: Target): string {
    const record = this.addresses.get(address) ?? "";
    const home = record.replace(".", ".experimentation_service_of_");
    return { record, revision: `${record}_revision`, home }[part];
  }
}

import { Workspace } from "../../support/workspace";
import { type Code, declaredIn, firstCode } from "./code";
import { Comparison } from "./comparison";
import type { Declared } from "./declared";
import { keys, type Places, withPlaces } from "./places";
import type { Part, Target } from "./plan-model";
import { ProjectModel } from "./project-model";
import { plantStrangers, type Stranger } from "./questions";
import { Stack } from "./stack";
import { StackModel } from "./stack-model";
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

import { Workspace } from "../../support/workspace";
import { unwrapped } from "../deployment";
import { type Code, declaredIn, firstCode } from "./code";
import type { Declared, Reason } from "./declared";
import { keys, type Places, withPlaces } from "./places";
import { ProjectModel } from "./project-model";
import { disagreements, plantStrangers, type Seen, type Stranger, seenIn, touched } from "./questions";
import { Stack } from "./stack";
import { type Options, type Part, StackModel, type Target } from "./stack-model";
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
  private code: Code;

  private constructor(
    private readonly places: Places,
    private readonly workspace: Workspace,
    private readonly strangers: readonly Stranger[],
  ) {
    this.code = firstCode(places.places);
    this.projects = places.projects.map(() => new ProjectModel());
    for (const { project, walker, id, record } of strangers) {
      const fields = walkers[walker]?.seen(record.data) ?? {};
      this.projects[project]?.kept.set(id, { walker, fields, isForeign: true });
    }
  }

  async take({ act: [name, dice], edits: changes, fault, takesBack }: Step): Promise<void> {
    const act: Act = acts[name];
    await act.byHand?.(this, dice);
    const before = this.code;
    for (const [edit, of] of changes) this.code = (edits[edit] as Edit).change(this.code, of, this.places.places);
    if (fault !== null) this.refuseNext(fault);
    const concerned = [before, this.code].flatMap((code) =>
      [dice, ...changes.map(([, of]) => of)].flatMap(({ walker }) => code.entities.get(walker)?.stack ?? []),
    );
    let isRefused = false;
    for (const index of new Set(concerned)) {
      if (await this.deploy(index, (declared) => this.optionsOf(act, dice, index, declared))) isRefused = true;
    }
    // a walk goes on where something can be deployed
    if (isRefused) this.code = takesBack ? { ...before, stacks: this.code.stacks } : this.withoutRefused();
  }

  /** Does something with a resource that the state has of an entity. */
  async onHeld(
    { walker }: Dice,
    parts: readonly Part[],
    act: (stack: Stack, held: Target) => Promise<void>,
  ): Promise<void> {
    const index = this.indexOf(walker);
    const stack = this.stackAt(index);
    const declared = declaredIn(this.code, index).find((each) => each.walker === walker);
    const held = declared && stack.held(declared, ...parts);
    if (held !== undefined) await act(stack, held);
  }

  /** Does something with the stack that an entity is in. */
  async onStack({ walker }: Dice, act: (stack: Stack) => void | Promise<void>): Promise<void> {
    await act(this.stackAt(this.indexOf(walker)));
  }

  /** Gives the stack that an entity is in its other name, with its state or without. */
  renameStack({ walker, flag: withState }: Dice): void {
    const renamed = this.indexOf(walker);
    const former = this.stackAt(renamed);
    const name = (index: 0 | 1) => {
      const now = this.code.stacks[index];
      if (index !== renamed) return now;
      return now.endsWith("-renamed") ? now.replace("-renamed", "") : `${now}-renamed`;
    };
    this.code = { ...this.code, stacks: [name(0), name(1)] };
    if (withState) this.stackAt(renamed).takeState(former);
  }

  /** Deploys a stack, and compares. Returns whether the plan was refused. */
  private async deploy(index: 0 | 1, options: (declared: readonly Declared[]) => Options): Promise<boolean> {
    const stack = this.stackAt(index);
    const declared = stack.synth(this.code, index);
    const told = options(declared);
    const expected = stack.model.deploy(declared, told);
    const before = this.calls();
    const { exitCode, output } = await stack.apply(told);

    const calls = this.calls().flatMap((each, project) =>
      each.slice(before[project]?.length).map((call) => `${project} ${call}`),
    );
    expect({ calls: calls.sort(), output }).toEqual({ calls: expected.calls.toSorted(), output });
    expect({ exitCode, output }).toEqual({ exitCode: expected.failures.length === 0 ? 0 : 1, output });
    for (const { reason } of expected.failures) expect(unwrapped(output)).toMatch(words[reason]);
    this.compareServices();
    await this.comparePlan(stack, declared);
    return expected.isRefused;
  }

  private compareServices(): void {
    const kept = this.projects.map((project) => sorted([...project.kept.values()]));
    expect(this.places.projects.map((service) => sorted(seenIn(service)))).toEqual(kept);
    const isForeign = ({ project, id }: Stranger) => this.projects[project]?.kept.get(id)?.isForeign;
    expect(touched(this.places, this.strangers).filter(isForeign)).toEqual([]);
    const seconds = this.projects.flatMap((project, index) =>
      project.seconds.map((walker) => `${index} ${walkers[walker]?.own}`),
    );
    expect(this.places.seconds.toSorted()).toEqual(seconds.sort());
  }

  private async comparePlan(stack: Stack, declared: readonly Declared[]): Promise<void> {
    const { exitCode, due, output } = await stack.plan();
    const isRefused = declared.some((each) => stack.model.refuses(each));
    const expected = stack.model.due(declared);
    expect({ exitCode, output }).toEqual({ exitCode: isRefused ? 1 : expected.size > 0 ? 2 : 0, output });
    if (!isRefused) expect(due).toEqual(expected);
    if (exitCode !== 0) return;
    for (const each of declared) {
      const project = this.projects[each.place.project];
      if (project === undefined || stack.model.mayDiffer(each, project)) continue;
      const unknown = stack.model.unknown(each);
      const fields = disagreements(this.places.projects[each.place.project], each);
      expect([each.walker, fields.filter((name) => !unknown.includes(name))]).toEqual([each.walker, []]);
    }
  }

  private optionsOf(act: Act, { walker, parts }: Dice, index: 0 | 1, all: readonly Declared[]): Options {
    const declared = all.find((each) => each.walker === walker);
    return (declared && act.options?.(this.stackAt(index), declared, parts)) ?? {};
  }

  private refuseNext(walker: string): void {
    const declared = declaredIn(this.code, this.indexOf(walker)).find((each) => each.walker === walker);
    const match = walkers[walker]?.match;
    if (declared === undefined || !this.projects[declared.place.project]?.refuseNext(declared)) return;
    this.places.projects[declared.place.project]?.fail({ match, status: 400, body: { message: "No." } });
  }

  private withoutRefused(): Code {
    const refused = ([0, 1] as const).flatMap((index) =>
      declaredIn(this.code, index).filter((each) => this.stackAt(index).model.refuses(each)),
    );
    const isRefused = (name: string) => refused.some(({ walker }) => walker === name);
    return { ...this.code, entities: new Map([...this.code.entities].filter(([name]) => !isRefused(name))) };
  }

  private calls(): readonly (readonly string[])[] {
    return this.places.projects.map(({ calls }) => calls.map(({ method, path }) => `${method} ${path}`));
  }

  private indexOf(walker: string): 0 | 1 {
    return this.code.entities.get(walker)?.stack ?? 0;
  }

  private stackAt(index: 0 | 1): Stack {
    const name = this.code.stacks[index];
    const stack = this.stacks.get(name) ?? new Stack(this.workspace.stack(name), new StackModel(name, this.projects));
    this.stacks.set(name, stack);
    return stack;
  }
}

/** What Terraform says when a deploy is refused, or fails. */
const words: Readonly<Record<Reason, RegExp>> = {
  elsewhere: /it was created at/,
  fixed: /cannot change after creation|has no update for/,
  frozen: /changed, but an update also needs/,
  lost: /the record of what was sent last is lost/,
  fault: /was answered with 400: No/,
  exists: /was answered with 409/,
  "made otherwise": /sent its create with a different/,
  incomplete: /also needs|sent its create with a different/,
  differs: /it exists with a different/,
  missing: /was answered with 404/,
};

function sorted(all: readonly Seen[]): string[] {
  return all.map(({ walker, fields }) => `${walker} ${JSON.stringify(Object.entries(fields).sort())}`).sort();
}

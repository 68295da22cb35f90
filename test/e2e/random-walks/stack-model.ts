import { apply } from "./apply-model";
import type { Declared, Reason } from "./declared";
import { type Held, type Options, type Plan, planOf, type Target } from "./plan-model";
import type { Journal, ProjectModel } from "./project-model";

/** How a deploy goes. */
export interface Deployed {
  /** Each with its project. */
  readonly calls: readonly string[];
  readonly failures: readonly { readonly walker: string; readonly reason: Reason }[];
  /** Whether it failed while Terraform planned. */
  readonly isRefused: boolean;
}

/** The state of a stack, and the journal beside it. */
export class StackModel {
  private held = new Map<string, Held>();
  private readonly journal: Journal = new Map();

  constructor(
    private readonly name: string,
    private readonly projects: readonly ProjectModel[],
  ) {}

  has({ address, part }: Target): boolean {
    return this.held.get(address)?.[part] !== undefined;
  }

  taint({ address, part }: Target): void {
    const held = this.held.get(address);
    if (held?.[part] !== undefined) Object.assign(held, { [part]: { ...held[part], isTainted: true } });
  }

  /** What `terraform state rm` does. */
  remove({ address, part }: Target): void {
    delete this.held.get(address)?.[part];
  }

  destroy(): void {
    this.held.clear();
  }

  loseJournal(): void {
    this.journal.clear();
  }

  /** Takes the state of another name of the stack. */
  takeState(of: StackModel): void {
    this.held = of.held;
    of.held = new Map();
    for (const project of this.projects) project.rename(of.name, this.name);
  }

  /** Whether a full plan refuses an entity. */
  refuses(declared: Declared): boolean {
    return this.plan(declared).refusal !== undefined;
  }

  /** The walkers for which a plan that is not refused has something to do. */
  due(declared: readonly Declared[]): ReadonlySet<string> {
    const isDue = ({ home, record, revision }: Plan) =>
      [home, record, revision].some((each) => each && each !== "keep");
    const changed = declared.filter((each) => isDue(this.plan(each))).map(({ walker }) => walker);
    const released = this.released(declared).map((address) => address.split(" ")[0] ?? "");
    return new Set([...changed, ...released]);
  }

  /** Whether the state says nothing of what the service has: it was adopted and not updated, or it is left alone. */
  isUnseen({ address, update, ignoreChanges }: Declared): boolean {
    const { record, revision } = this.held.get(address) ?? {};
    if (ignoreChanges || (revision ?? record)?.isUnsent === true) return true;
    return update === undefined && record?.isAdopted === true;
  }

  /** Fields that no answer has shown since the entity was adopted. */
  unseen({ address, fixed, traits: { shown = [] } }: Declared): readonly string[] {
    return this.held.get(address)?.record?.isAdopted ? Object.keys(fixed).filter((name) => !shown.includes(name)) : [];
  }

  /** Forgets what the stack has created of entities that it no longer declares, as synth does. */
  synth(declared: readonly Declared[]): void {
    const isDeclared = (key: string) => declared.some(({ address }) => key.startsWith(`${address} http`));
    for (const key of this.journal.keys()) if (!isDeclared(key)) this.journal.delete(key);
  }

  deploy(declared: readonly Declared[], options: Options): Deployed {
    const planned = declared.map((each) => [each, this.plan(each, options)] as const);
    const refused = planned.flatMap(([{ walker }, { refusal: reason }]) => (reason ? [{ walker, reason }] : []));
    if (refused.length > 0) return { calls: [], failures: refused, isRefused: true };
    if (options.target === undefined) for (const address of this.released(declared)) this.held.delete(address);
    const id = Symbol();
    const ended = planned.map(([each, plan]) => ({ ...each, ...this.apply(each, plan, options, id) }));
    return {
      calls: ended.flatMap(({ place, calls }) => calls.map((call) => `${place.project} ${call}`)),
      failures: ended.flatMap(({ walker, reason }) => (reason ? [{ walker, reason }] : [])),
      isRefused: false,
    };
  }

  private plan(declared: Declared, options: Options = {}): Plan {
    return planOf(declared, this.held.get(declared.address) ?? {}, options);
  }

  private apply(declared: Declared, plan: Plan, { adoptsExisting = false }: Options, id: symbol) {
    const { address, place } = declared;
    const project = this.projects[place.project];
    if (project === undefined) throw new TypeError("no such project");
    const held = this.held.get(address) ?? {};
    this.held.set(address, held);
    return apply(held, declared, plan, {
      id,
      project,
      caller: { stack: this.name, adoptsExisting, journal: this.journal },
    });
  }

  /** Addresses of what the state has and the stack does not declare. */
  private released(declared: readonly Declared[]): string[] {
    const isDeclared = (address: string) => declared.some((each) => each.address === address);
    const isThere = ({ home, record, revision }: Held) => (home ?? record ?? revision) !== undefined;
    const gone = [...this.held].filter(([address, held]) => !isDeclared(address) && isThere(held));
    return gone.map(([address]) => address);
  }
}

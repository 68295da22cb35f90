import { isDeepStrictEqual } from "node:util";
import type { Declared, Fields, Reason } from "./declared";
import type { Place } from "./places";
import type { Ended, ProjectModel } from "./project-model";

/**
 * One of the resources of an entity. What has one call has no revision: its record forgets with every change, and its
 * home keeps where it was made.
 */
export type Part = "record" | "revision" | "home";

/** What a deploy is told besides the code. */
export interface Options {
  /** Only this resource, with what it depends on. */
  readonly target?: Target;
  /** This resource is replaced. */
  readonly replace?: Target;
  /** What exists is adopted. */
  readonly adoptsExisting?: boolean;
}

export interface Target {
  readonly address: string;
  readonly part: Part;
}

/** What Terraform's state has of an entity. */
interface Held {
  home?: Resource & { readonly place: Place };
  record?: Resource & {
    readonly id: symbol;
    readonly place: Place;
    /** The apply that created the entity; none did where it was adopted. */
    readonly created?: symbol;
    /** Whether it existed, and nothing but an update's answer has been seen of it. */
    readonly isAdopted?: boolean;
  };
  revision?: Resource & {
    /** Id of the record. */
    readonly of: symbol;
    /** The apply that made it, if its entity lacks what an update needs. */
    readonly madeWith?: symbol;
  };
}

interface Resource {
  readonly fields?: Fields;
  readonly isTainted: boolean;
}

/** What a plan does with each resource; nothing is planned for one that is not targeted. */
interface Plan extends Readonly<Partial<Record<Part, "create" | "replace" | "keep">>> {
  readonly refusal?: Reason;
}

/** How a deploy goes. */
export interface Deployed {
  /** By the project. */
  readonly calls: readonly string[];
  readonly failures: readonly { readonly walker: string; readonly reason: Reason }[];
  readonly isRefused: boolean;
}

/** The state of a stack and the journal beside it, as Terraform and the resources' conditions handle them. */
export class StackModel {
  private held = new Map<string, Held>();
  private readonly journal = new Map<string, Fields>();
  /** The present apply. */
  private now = Symbol();

  constructor(
    private name: string,
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

  /** Takes over the state of another name of the stack. */
  takeState(of: StackModel): void {
    this.held = of.held;
    of.held = new Map();
    for (const { kept } of this.projects) {
      for (const [id, entity] of kept) if (entity.by === of.name) kept.set(id, { ...entity, by: this.name });
    }
  }

  /** Whether a full plan refuses an entity. */
  refuses(declared: Declared): boolean {
    return this.plan(declared, {}).refusal !== undefined;
  }

  /** The walkers for which a plan that is not refused has something to do. */
  due(declared: readonly Declared[]): ReadonlySet<string> {
    const isDue = (plan: Plan) => [plan.home, plan.record, plan.revision].some((action) => action && action !== "keep");
    const changed = declared.filter((each) => isDue(this.plan(each, {}))).map(({ walker }) => walker);
    const released = this.undeclared(declared).map((address) => address.split(" ")[0] ?? "");
    return new Set([...changed, ...released]);
  }

  /** Fixed fields of which nobody knows whether the service has them as declared. */
  unknown({ address, fixed, traits: { shown = [] } }: Declared): readonly string[] {
    return this.held.get(address)?.record?.isAdopted ? Object.keys(fixed).filter((name) => !shown.includes(name)) : [];
  }

  /**
   * Whether a project may have it otherwise than declared: it was adopted and has no update, there are two of it, or
   * another stack wrote it last.
   */
  mayDiffer({ address, id, walker, update }: Declared, { kept, seconds }: ProjectModel): boolean {
    const isUnseen = update === undefined && this.held.get(address)?.record?.isAdopted === true;
    return isUnseen || seconds.includes(walker) || (kept.get(id)?.by ?? this.name) !== this.name;
  }

  /** What synth does to the journal. */
  synth(declared: readonly Declared[]): void {
    const addresses = new Set(declared.map(({ address }) => address));
    for (const key of this.journal.keys()) {
      if (![...addresses].some((address) => key.startsWith(`${address} http`))) this.journal.delete(key);
    }
  }

  deploy(declared: readonly Declared[], options: Options): Deployed {
    const planned = declared.map((each) => [each, this.plan(each, options)] as const);
    const refused = planned.flatMap(([{ walker }, { refusal: reason }]) => (reason ? [{ walker, reason }] : []));
    if (refused.length > 0) return { calls: [], failures: refused, isRefused: true };
    this.now = Symbol();
    if (options.target === undefined) for (const address of this.undeclared(declared)) this.held.delete(address);
    const ended = planned.map(([each, plan]) => [each, this.apply(each, plan, options)] as const);
    return {
      calls: ended.flatMap(([{ place }, { calls }]) => calls.map((call) => `${place.project} ${call}`)),
      failures: ended.flatMap(([{ walker }, { reason }]) => (reason ? [{ walker, reason }] : [])),
      isRefused: false,
    };
  }

  private undeclared(declared: readonly Declared[]): string[] {
    const isDeclared = (address: string) => declared.some((each) => each.address === address);
    const isThere = ({ home, record, revision }: Held) => (home ?? record ?? revision) !== undefined;
    return [...this.held]
      .filter(([address, held]) => !isDeclared(address) && isThere(held))
      .map(([address]) => address);
  }

  private plan(declared: Declared, { target, replace }: Options): Plan {
    const { address } = declared;
    if (target !== undefined && target.address !== address) return {};
    const { home, record, revision } = this.held.get(address) ?? {};
    const action = (part: Part, resource: Resource | undefined, isChanged: boolean) => {
      if (resource === undefined) return "create";
      const isRequested = replace?.address === address && replace.part === part;
      return resource.isTainted || isRequested || isChanged ? "replace" : "keep";
    };
    const isHere = ({ place }: { readonly place: Place }) => [declared.place, ...declared.formerPlaces].includes(place);
    if (declared.isRepeated) {
      const ofHome = action("home", home, false);
      if (ofHome === "keep" && home && !isHere(home)) return { refusal: "elsewhere" };
      const isChanged = ofHome === "replace" || !isDeepStrictEqual(record?.fields, allFields(declared));
      return { home: ofHome, record: action("record", record, isChanged) };
    }
    const ofRecord = action("record", record, false);
    if (ofRecord === "keep" && record && !isHere(record)) return { refusal: "elsewhere" };
    if (ofRecord === "keep" && !isDeepStrictEqual(record?.fields, declared.fixed)) return { refusal: "fixed" };
    if (declared.update === undefined || target?.part === "record") return { record: ofRecord };
    const isChanged = !isDeepStrictEqual(revision?.fields, declared.changeable);
    if (declared.isComplete) {
      const isOfAnother = ofRecord !== "keep" || revision?.of !== record?.id || revision?.madeWith !== undefined;
      return { record: ofRecord, revision: action("revision", revision, isOfAnother || isChanged) };
    }
    const ofRevision = action("revision", revision, ofRecord === "replace");
    if (ofRevision !== "keep") return { record: ofRecord, revision: ofRevision };
    if (isChanged) return { refusal: "frozen" };
    const isLost = ofRecord === "keep" && revision?.madeWith !== undefined && revision.madeWith !== record?.created;
    return isLost ? { refusal: "lost" } : { record: ofRecord, revision: ofRevision };
  }

  private apply(declared: Declared, plan: Plan, { adoptsExisting = false }: Options): Ended {
    const { address, place, fixed, changeable, adopt } = declared;
    const held = this.held.get(address) ?? {};
    this.held.set(address, held);
    const project = this.projects[place.project];
    if (project === undefined || plan.record === undefined) return nothing;
    const caller = { stack: this.name, adoptsExisting, journal: this.journal };
    if (declared.isRepeated) {
      if (plan.home !== "keep") held.home = { place, isTainted: false };
      if (plan.record === "keep") return nothing;
      const ended = project.repeat(declared, caller);
      const isTainted = ended.reason !== undefined;
      held.record = { id: this.now, place, fields: allFields(declared), isTainted };
      return ended;
    }
    let calls: readonly string[] = [];
    if (plan.record !== "keep") {
      if (plan.revision === "replace") delete held.revision;
      if (adopt) project.takeOver(declared.id);
      const made = adopt ? { ...nothing, isAdopted: true } : project.create(declared, caller);
      const isTainted = made.reason !== undefined;
      const created = adopt ? undefined : this.now;
      held.record = { id: this.now, place, created, fields: fixed, isTainted, isAdopted: made.isAdopted };
      if (isTainted) return made;
      calls = made.calls;
    }
    const { created, id } = held.record ?? {};
    if (plan.revision === undefined || id === undefined) return { calls };
    if (!declared.isComplete) {
      if (plan.revision !== "keep") {
        held.revision = { of: id, madeWith: this.now, fields: changeable, isTainted: false };
      }
      const madeWith = held.revision?.madeWith;
      return madeWith === undefined || madeWith === created ? { calls } : { calls, reason: "lost" };
    }
    if (plan.revision === "keep") return { calls };
    const ended = created === this.now ? nothing : project.update(declared, caller);
    held.revision = { of: id, fields: changeable, isTainted: ended.reason !== undefined };
    return { calls: [...calls, ...ended.calls], reason: ended.reason };
  }
}

const nothing: Ended = { calls: [] };

function allFields({ fixed, changeable }: Declared): Fields {
  return { ...fixed, ...changeable };
}

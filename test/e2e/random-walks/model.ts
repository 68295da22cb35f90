import { isDeepStrictEqual } from "node:util";
import type { Place } from "./places";
import type { Caller, Ended, Journal, ProjectModel } from "./project-model";
import type { Content, Fields, Walker } from "./walkers";

/** What the model has to know of an entity that a stack declares. */
export interface Declared
  extends Pick<Content, "isComplete" | "adopt" | "ignoreChanges">,
    Pick<Walker, "update" | "isRepeated" | "traits"> {
  readonly walker: string;
  /** Tells its resources from others of the state. */
  readonly address: string;
  /** Tells it from others of the project. */
  readonly id: string;
  /** Where it is, as the code says. */
  readonly place: Place;
  /** Places that the code says are the same. */
  readonly formerPlaces: readonly Place[];
  /** The call that makes it, or its only call. */
  readonly create: string;
  /** What no update can change. */
  readonly fixed: Fields;
  readonly changeable: Fields;
}

/** Why a deploy of an entity is refused, or fails, and what is said then. */
export const words = {
  /** It was made at another place. */
  elsewhere: "it was created (?:as \\S+ )?at",
  /** No update can change it so. */
  fixed: "cannot change after creation|has no update for",
  /** It lacks what an update needs for the change. */
  frozen: "changed, but an update also needs",
  /** What was sent last is not known, and it lacks what an update needs. */
  lost: "the record of what was sent last is lost",
  /** The service refuses the call. */
  fault: "returned 400: No",
  /** It exists, and nothing proves that it is this stack's. */
  exists: "returned 409|it exists",
  /** It is this stack's, and made with other fixed fields. */
  "made otherwise": "sent its create with a different",
  /** It exists, and lacks what an update needs. */
  incomplete: "it exists, and an update to the declared state also needs",
  /** It exists, and the service shows other fixed fields. */
  differs: "it exists with a different",
  /** The service does not have it. */
  missing: "returned 404",
};

export type Reason = keyof typeof words;

/**
 * One of the resources of an entity. What has one call has no revision: its record forgets with every change, and its
 * home keeps where it was made.
 */
export type Part = "record" | "revision" | "home";

/** What a deploy is told besides the code. */
export interface Options {
  /** Only this resource, with what it depends on. */
  readonly target?: Target;
  readonly replace?: Target;
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
  /** Whether nobody has sent those fields: it was adopted and left alone. */
  readonly isUnsent?: boolean;
  readonly isTainted: boolean;
}

/** What a plan does with each resource; nothing is planned for one that is not targeted. */
interface Plan extends Readonly<Partial<Record<Part, "create" | "replace" | "keep">>> {
  readonly refusal?: Reason;
}

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

  /** Fields of which the state does not say what the service has: all of what is left alone, or adopted and not updated. */
  unseen({ address, update, ignoreChanges, fixed, changeable, traits: { shown = [] } }: Declared): readonly string[] {
    const { record, revision } = this.held.get(address) ?? {};
    const isUnseen = ignoreChanges || (revision ?? record)?.isUnsent || (update === undefined && record?.isAdopted);
    if (isUnseen) return ["is missing", ...Object.keys({ ...fixed, ...changeable })];
    // no answer has shown these since
    return record?.isAdopted ? Object.keys(fixed).filter((name) => !shown.includes(name)) : [];
  }

  /** Takes the proof from what the stack has created of entities that it no longer declares, as synth does. */
  synth(declared: readonly Declared[]): void {
    const isDeclared = (key: string) => declared.some(({ address }) => key.startsWith(`${address} http`));
    for (const [key, entry] of this.journal) if (!isDeclared(key)) this.journal.set(key, { ...entry, isProof: false });
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
    const caller = { stack: this.name, adoptsExisting, journal: this.journal };
    return apply(held, declared, plan, { id, project, caller });
  }

  /** Addresses of what the state has and the stack does not declare. */
  private released(declared: readonly Declared[]): string[] {
    const isThere = (address: string) => Object.values(this.held.get(address) ?? {}).some((each) => each !== undefined);
    const isDeclared = (address: string) => declared.some((each) => each.address === address);
    return [...this.held.keys()].filter((address) => !isDeclared(address) && isThere(address));
  }
}

/** What a plan does with an entity: what Terraform does, and what the conditions of the resources refuse. */
function planOf(declared: Declared, held: Held, { target, replace }: Options): Plan {
  const { address } = declared;
  if (target !== undefined && target.address !== address) return {};
  const { home, record, revision } = held;
  const action = (part: Part, resource: Resource | undefined, isChanged: boolean) => {
    if (resource === undefined) return "create";
    const isRequested = replace?.address === address && replace.part === part;
    return resource.isTainted || isRequested || isChanged ? "replace" : "keep";
  };
  const isHere = ({ place }: { readonly place: Place }) => [declared.place, ...declared.formerPlaces].includes(place);
  if (declared.isRepeated) {
    const ofHome = action("home", home, false);
    if (ofHome === "keep" && home && !isHere(home)) return { refusal: "elsewhere" };
    const isChanged = !declared.ignoreChanges && !isDeepStrictEqual(record?.fields, allFields(declared));
    return { home: ofHome, record: action("record", record, ofHome === "replace" || isChanged) };
  }
  const ofRecord = action("record", record, false);
  if (ofRecord === "keep" && record && !isHere(record)) return { refusal: "elsewhere" };
  const { ignoreChanges } = declared;
  if (ofRecord === "keep" && !ignoreChanges && !isDeepStrictEqual(record?.fields, declared.fixed)) {
    return { refusal: "fixed" };
  }
  if (declared.update === undefined || target?.part === "record") return { record: ofRecord };
  if (ignoreChanges) return { record: ofRecord, revision: action("revision", revision, ofRecord === "replace") };
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

function allFields({ fixed, changeable }: Declared): Fields {
  return { ...fixed, ...changeable };
}

/** The apply that is under way. */
interface Apply {
  /** Tells it from others. */
  readonly id: symbol;
  readonly project: ProjectModel;
  readonly caller: Caller;
}

/** Does with an entity what is planned, and changes what the state has of it. */
function apply(held: Held, declared: Declared, plan: Plan, now: Apply): Ended {
  if (plan.record === undefined) return nothing;
  return declared.isRepeated ? applyRepeated(held, declared, plan, now) : applyRecord(held, declared, plan, now);
}

function applyRepeated(held: Held, declared: Declared, plan: Plan, { id, project, caller }: Apply): Ended {
  const { place } = declared;
  if (plan.home !== "keep") held.home = { place, isTainted: false };
  if (plan.record === "keep") return nothing;
  const isUnsent = declared.adopt && declared.ignoreChanges;
  if (isUnsent) project.takeOver(declared.id);
  const ended = isUnsent ? nothing : project.repeat(declared, caller);
  held.record = { id, place, fields: allFields(declared), isUnsent, isTainted: ended.reason !== undefined };
  return ended;
}

function applyRecord(held: Held, declared: Declared, plan: Plan, now: Apply): Ended {
  const made = plan.record === "keep" ? nothing : makeRecord(held, declared, plan, now);
  const { record, revision } = held;
  if (made.reason !== undefined || plan.revision === undefined || record === undefined) return made;
  const { adopt, ignoreChanges, isComplete, changeable } = declared;
  if (!isComplete && !(adopt && ignoreChanges)) {
    const { madeWith } = plan.revision === "keep" && revision ? revision : makeFrozen(held, declared, record.id, now);
    const isKnown = ignoreChanges || madeWith === undefined || madeWith === record.created;
    return isKnown ? made : { ...made, reason: "lost" };
  }
  if (plan.revision === "keep") {
    // a create has sent what the revision that stays does not hold
    if (revision && plan.record !== "keep") held.revision = { ...revision, isUnsent: true };
    return made;
  }
  // what the create has sent needs no update
  const isUnsent = ignoreChanges && (adopt || (made.isAdopted ?? false));
  const isSent = record.created === now.id || (adopt && ignoreChanges);
  const ended = isSent ? nothing : now.project.update(declared, now.caller);
  held.revision = { of: record.id, fields: changeable, isUnsent, isTainted: ended.reason !== undefined };
  return { calls: [...made.calls, ...ended.calls], reason: ended.reason };
}

function makeRecord(held: Held, declared: Declared, plan: Plan, { id, project, caller }: Apply): Ended {
  const { place, fixed, adopt } = declared;
  // Terraform destroys first what depends on it
  if (plan.revision === "replace") delete held.revision;
  if (adopt) project.takeOver(declared.id);
  const ended = adopt ? { ...nothing, isAdopted: true } : project.create(declared, caller);
  const { reason, isAdopted } = ended;
  const created = adopt ? undefined : id;
  held.record = { id, place, created, fields: fixed, isTainted: reason !== undefined, isAdopted };
  return ended;
}

/** A revision that sends nothing: its entity lacks what an update needs. */
function makeFrozen(held: Held, { changeable }: Declared, of: symbol, { id }: Apply) {
  const revision = { of, madeWith: id, fields: changeable, isTainted: false };
  held.revision = revision;
  return revision;
}

const nothing: Ended = { calls: [] };

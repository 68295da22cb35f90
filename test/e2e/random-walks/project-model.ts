import { isDeepStrictEqual } from "node:util";
import type { Seen } from "./comparison";
import type { Declared, Reason } from "./model";
import type { Fields } from "./walkers";

interface Kept extends Seen {
  /** The stack that wrote it last; nobody of ours before that. */
  readonly by?: string;
  /** Whether it is somebody else's, and nobody has said to take it over. */
  readonly isForeign: boolean;
}

/** Who makes a call, and what allows to write over what is somebody else's. */
export interface Caller {
  readonly stack: string;
  readonly adoptsExisting: boolean;
  readonly journal: Journal;
}

/** What a stack has created or adopted, by address and place. */
export type Journal = Map<string, Entry>;

interface Entry {
  /** The fixed fields that it declared then, if that is known. */
  readonly fixed?: Fields;
  /** Whether a create has succeeded, its construct has stayed, and no update has missed it. */
  readonly isProof: boolean;
  /** The others, where they are too few for an update, and none was sent since. */
  readonly sent?: Fields;
}

/** The calls that an entity took, and why it failed. */
export interface Ended {
  readonly calls: readonly string[];
  readonly reason?: Reason;
  /** Whether what exists was taken as it is, but for what an update carries. */
  readonly isAdopted?: boolean;
}

/** What a project keeps, and how the applier's calls change that. */
export class ProjectModel {
  readonly kept: Map<string, Kept>;
  /** Names of walkers that were made though they existed: see `Places`. */
  readonly seconds: string[] = [];
  private readonly faults = new Set<string>();

  /** @param kept what it has already, by id */
  constructor(kept: readonly (readonly [id: string, Kept])[]) {
    this.kept = new Map(kept);
  }

  /** Refuses the next call about an entity. Returns whether that is new. */
  refuseNext({ walker }: Declared): boolean {
    return this.faults.size < this.faults.add(walker).size;
  }

  /** The first deploy of an entity, or one that makes it anew. */
  create(declared: Declared, caller: Caller): Ended {
    const { id, fixed, changeable, isComplete, traits, create, update = "" } = declared;
    const key = journalKey(declared);
    // at another address, or with another key, the create may have been made in the same project, or in another
    const isSuspected = [...caller.journal.keys()].some((each) => each.startsWith(`${declared.address} http`));
    const looks = traits.mayDuplicate && (isSuspected || caller.adoptsExisting) ? [update] : [];
    if (this.takeFault(declared)) return { calls: looks.length > 0 ? looks : [create], reason: "fault" };
    if (looks.length > 0 && this.kept.has(id)) return this.continueWithExisting(declared, caller, looks);
    const calls = [...looks, create];
    if (this.kept.has(id) && !traits.mayDuplicate) {
      return traits.isByContent ? { calls } : this.continueWithExisting(declared, caller, calls);
    }
    caller.journal.set(key, { fixed, isProof: true, ...(isComplete ? {} : { sent: changeable }) });
    if (this.kept.has(id)) {
      this.seconds.push(declared.walker);
      this.takeOver(id);
    } else this.write(declared, { ...fixed, ...changeable }, caller);
    return { calls };
  }

  private continueWithExisting(declared: Declared, caller: Caller, calls: readonly string[]): Ended {
    const { id, fixed, update, isComplete } = declared;
    const key = journalKey(declared);
    const before = caller.journal.get(key);
    const isProof = before?.isProof ?? false;
    const isAdopted = !isProof;
    if (isAdopted && !caller.adoptsExisting) return { calls, reason: "exists" };
    if (!isDeepStrictEqual(before?.fixed ?? fixed, fixed)) return { calls, reason: "made otherwise" };
    const isLeftAlone = isAdopted && declared.ignoreChanges;
    if (update !== undefined && !isComplete && !isLeftAlone) {
      const isAsSent = isProof && isDeepStrictEqual(before?.sent, declared.changeable);
      return isAsSent ? { calls } : { calls, reason: "incomplete" };
    }
    if (isAdopted) this.takeOver(id);
    if (isLeftAlone) {
      caller.journal.set(key, { fixed, isProof });
      return { calls, isAdopted };
    }
    const sent = update === undefined ? calls : [...calls, update];
    if (update !== undefined) this.write(declared, declared.changeable, caller);
    if (update !== undefined && this.shownDiffers(declared)) return { calls: sent, reason: "differs" };
    caller.journal.set(key, { fixed, isProof });
    return { calls: sent, isAdopted };
  }

  update(declared: Declared, caller: Caller): Ended {
    const calls = [declared.update ?? ""];
    const key = journalKey(declared);
    const { fixed, isProof } = caller.journal.get(key) ?? {};
    if (isProof !== undefined) caller.journal.set(key, { fixed, isProof });
    if (this.takeFault(declared)) return { calls, reason: "fault" };
    if (!this.kept.has(declared.id)) {
      caller.journal.set(key, { fixed, isProof: false });
      return { calls, reason: "missing" };
    }
    this.write(declared, declared.changeable, caller);
    return declared.adopt && this.shownDiffers(declared) ? { calls, reason: "differs" } : { calls };
  }

  /** The only call of an entity. */
  repeat(declared: Declared, caller: Caller): Ended {
    const calls = [declared.create];
    if (this.takeFault(declared)) return { calls, reason: "fault" };
    if (declared.traits.isByContent && this.kept.has(declared.id)) return { calls };
    // it makes or changes, so nothing can keep it from what is somebody else's
    this.takeOver(declared.id);
    this.write(declared, { ...declared.fixed, ...declared.changeable }, caller);
    return { calls };
  }

  /** Somebody has said that an entity is ours, if there is one. */
  takeOver(id: string): void {
    const kept = this.kept.get(id);
    if (kept !== undefined) this.kept.set(id, { ...kept, isForeign: false });
  }

  rename(former: string, stack: string): void {
    for (const [id, kept] of this.kept) if (kept.by === former) this.kept.set(id, { ...kept, by: stack });
  }

  /** Whether it is not for one stack to say what an entity is: another wrote it last, or there are two. */
  isShared({ id, walker }: Declared, stack: string): boolean {
    return this.seconds.includes(walker) || (this.kept.get(id)?.by ?? stack) !== stack;
  }

  private write({ id, walker }: Declared, fields: Fields, { stack }: Caller): void {
    const before = this.kept.get(id);
    if (before?.isForeign) throw new Error(`the model writes over somebody else's ${id}`);
    this.kept.set(id, { walker, fields: { ...before?.fields, ...fields }, by: stack, isForeign: false });
  }

  /** Whether an update's answer shows other fixed fields than those that are declared. */
  private shownDiffers({ id, fixed, traits: { shown = [] } }: Declared): boolean {
    return shown.some((name) => name in fixed && this.kept.get(id)?.fields[name] !== fixed[name]);
  }

  private takeFault({ walker }: Declared): boolean {
    return this.faults.delete(walker);
  }
}

/** The journal is of one place: another address or key has its own. */
function journalKey({ address, place }: Declared): string {
  return `${address} ${place.baseUrl} ${place.project}`;
}

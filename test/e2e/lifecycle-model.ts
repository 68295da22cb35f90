/** What is declared of an entity in one step of a walk. */
export interface Declaration {
  /** What every call carries. */
  readonly value: number;
  /** What only the create carries. */
  readonly fixed: number;
  /** Whether all is there that an update needs. */
  readonly isComplete: boolean;
  readonly adopt: boolean;
}

/** How a kind of entity is handled. */
export interface Form {
  /** Its create, or its only call. */
  readonly create: string;
  /** Its update; an entity without one is guarded. */
  readonly update?: string;
  /** `once`: created, then changed by the update. `again`: one call, which is repeated. `content`: created for each value. */
  readonly callPlan: "once" | "again" | "content";
}

/** What Terraform's state has of a resource. */
interface Held {
  readonly value: string;
  readonly isTainted: boolean;
}

/** What a deploy does to one entity. */
export interface Outcome {
  readonly calls: readonly string[];
  readonly fails: boolean;
}

const nothing: Outcome = { calls: [], fails: false };

/** One entity in Terraform's state and in the service, as simple as can be: no resource, no digest, no journal. */
export class EntityModel {
  /** What the service keeps: for `content`, one of each value. */
  readonly kept = new Map<string, Pick<Declaration, "value" | "fixed">>();
  /** The next call is refused. */
  isFaulty = false;
  private record: Held | undefined;
  private revision: (Held & { readonly isLost: boolean }) | undefined;

  constructor(readonly form: Form) {}

  /** Whether there is a revision to taint. */
  get hasRevision(): boolean {
    return this.revision !== undefined;
  }

  taintRevision(): void {
    if (this.revision !== undefined) this.revision = { ...this.revision, isTainted: true };
  }

  /** Whether the plan refuses what is declared. */
  refuses(declared: Declaration | undefined): boolean {
    if (declared === undefined || this.form.callPlan !== "once" || this.isFresh) return false;
    if (this.record?.value !== immutableOf(this.form, declared)) return true;
    if (declared.isComplete || this.form.update === undefined) return false;
    const { revision } = this;
    return revision !== undefined && !revision.isTainted && (revision.isLost || revision.value !== mutableOf(declared));
  }

  /** Whether a plan that is not refused has something to do. */
  isDue(declared: Declaration | undefined): boolean {
    if (declared === undefined) return this.record !== undefined;
    if (this.form.callPlan !== "once") return this.isFresh || this.record?.value !== String(declared.value);
    return this.isFresh || this.isRevisionDue(declared);
  }

  /** Deploys what is declared, which the plan has not refused. */
  deploy(declared: Declaration | undefined): Outcome {
    if (declared === undefined) {
      this.record = undefined;
      this.revision = undefined;
      return nothing;
    }
    if (!this.isDue(declared)) return nothing;
    return this.form.callPlan === "once" ? this.deployOnce(declared) : this.deployAgain(declared);
  }

  private deployAgain(declared: Declaration): Outcome {
    const value = String(declared.value);
    const fails = this.takeFault();
    if (!fails) this.kept.set(this.form.callPlan === "content" ? value : "", declared);
    this.record = { value, isTainted: fails };
    return { calls: [this.form.create], fails };
  }

  private deployOnce(declared: Declaration): Outcome {
    const value = immutableOf(this.form, declared);
    if (!this.isFresh) return this.revise(declared);
    this.revision = undefined;
    this.record = { value, isTainted: false };
    if (declared.adopt) return this.form.update === undefined ? nothing : this.revise(declared);
    if (this.takeFault() || this.kept.has("")) {
      this.record = { value, isTainted: true };
      return { calls: [this.form.create], fails: true };
    }
    this.kept.set("", declared);
    if (this.form.update !== undefined) this.revision = { value: mutableOf(declared), isTainted: false, isLost: false };
    return { calls: [this.form.create], fails: false };
  }

  private revise(declared: Declaration): Outcome {
    const value = mutableOf(declared);
    if (!declared.isComplete) {
      this.revision = { value, isTainted: false, isLost: true };
      return { calls: [], fails: true };
    }
    const before = this.kept.get("");
    const fails = this.takeFault() || before === undefined;
    if (!fails) this.kept.set("", { value: declared.value, fixed: before?.fixed ?? 0 });
    this.revision = { value, isTainted: fails, isLost: false };
    return { calls: [this.form.update ?? ""], fails };
  }

  private get isFresh(): boolean {
    return this.record === undefined || this.record.isTainted;
  }

  private isRevisionDue(declared: Declaration): boolean {
    if (this.form.update === undefined) return false;
    return this.revision === undefined || this.revision.isTainted || this.revision.value !== mutableOf(declared);
  }

  private takeFault(): boolean {
    const { isFaulty } = this;
    this.isFaulty = false;
    return isFaulty;
  }
}

function mutableOf({ value, isComplete }: Declaration): string {
  return `${value} ${isComplete}`;
}

function immutableOf({ update }: Form, { value, fixed }: Declaration): string {
  return update === undefined ? `${value} ${fixed}` : String(fixed);
}

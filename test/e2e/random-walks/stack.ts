import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Ended } from "../../support/process";
import type { Workspace } from "../../support/workspace";
import { buildStack, type Code, declaredIn } from "./code";
import type { Declared } from "./declared";
import type { Options, Part, Target } from "./plan-model";
import type { StackModel } from "./stack-model";
import { walkers } from "./walkers";

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

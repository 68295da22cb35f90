import type { Entity } from "../entity/entity";
import type { Json } from "../entity/fields";
import { resourceNameOf } from "../entity/resource-name";
import type { ServiceScope } from "./service-scope";
import { layerAllocation, unitNotMapped } from "./warnings/relation-warnings";
import type { Warning } from "./warnings/warnings";

/** A construct that can be related to others. */
export interface Relative {
  readonly entity: Entity;
  readonly service: ServiceScope | undefined;
  /** Terraform's address of its last resource. */
  readonly fqn: string;
  /** Has it deployed after another. */
  waitFor(other: Relative): void;
  /** Shows warnings that it does not acknowledge. */
  warn(warnings: readonly Warning[]): void;
}

/** How the constructs of a stack relate to each other, whichever of them is declared first. */
export class Relations {
  private readonly sources = new Map<string, Relative>();
  /** The experiments of each assignment source, by its name. */
  private readonly users = new Map<string, Relative[]>();
  /** The active experiments of each layer. */
  private readonly layers = new Map<string, Relative[]>();
  private readonly ordered = new Set<Relative>();

  /** Adds a construct that has all its resources. */
  add(added: Relative): void {
    const { resource, fields, identity } = added.entity;
    if (resource.kind === "assignment_source" && typeof fields.name === "string") {
      // one that is only tried out is not there for an experiment
      if (identity.name !== resourceNameOf(resource.kind, [fields.name])) return;
      this.sources.set(fields.name, added);
      for (const user of this.users.get(fields.name) ?? []) this.relate(user, added);
    }
    if (resource.kind !== "experiment") return;
    const name = sourceOf(added);
    if (name !== undefined) {
      append(this.users, name, added);
      const source = this.sources.get(name);
      if (source !== undefined) this.relate(added, source);
    }
    const { layerID, status } = fields;
    if (typeof layerID !== "string" || layerID === "" || status !== "active") return;
    append(this.layers, layerID, added);
    const others = (this.layers.get(layerID) ?? []).filter(({ service }) => service === added.service);
    added.warn(
      layerAllocation(
        layerID,
        others.map(({ entity }) => entity.fields),
      ),
    );
  }

  /** Has an experiment deployed after the assignment source that it names, if the stack declares that, now or later. */
  orderBySource(user: Relative): void {
    this.ordered.add(user);
    const source = this.sources.get(sourceOf(user) ?? "");
    if (source !== undefined) user.waitFor(source);
  }

  private relate(user: Relative, source: Relative): void {
    if (this.ordered.has(user)) user.waitFor(source);
    if (user.service === source.service) user.warn(unitNotMapped(user.entity.fields, source.entity.fields));
  }
}

/** The name of the assignment source of an experiment, where it is known. */
function sourceOf({ entity }: Relative): string | undefined {
  const name: Json | undefined = entity.fields.assignmentSourceName;
  return typeof name === "string" ? name : undefined;
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

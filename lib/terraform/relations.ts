import { dependable, TerraformResource } from "cdktf";
import { assignmentSource } from "../api/assignment-source-schema";
import { entitiesNamedIn } from "../api/named-entities";
import { named } from "../declare/entity-warnings";
import { layerAllocation, unitNotMapped } from "../declare/relation-warnings";
import type { Requester } from "./requester";

/** How the constructs of a stack relate to each other, whichever of them is declared first. */
export class Relations {
  private readonly sources = new Map<string, Requester>();
  /** The experiments of each assignment source, by its name. */
  private readonly users = new Map<string, Requester[]>();
  /** The active experiments of each layer. */
  private readonly layers = new Map<string, Requester[]>();
  private readonly ordered = new Set<Requester>();

  /** Adds a construct that has all its resources. */
  add(added: Requester): void {
    const { resource, fields } = added.entity;
    if (resource.kind === assignmentSource.kind && typeof fields.name === "string") {
      // one that is only tried out is not there for an experiment
      if (fields.dryRun === true) return;
      this.sources.set(fields.name, added);
      for (const user of this.users.get(fields.name) ?? []) this.relate(user, added);
    }
    const name = sourceOf(added);
    if (name !== undefined) {
      append(this.users, name, added);
      const source = this.sources.get(name);
      if (source !== undefined) this.relate(added, source);
    }
    if (resource.role !== "experiment") return;
    const { layerID, status } = fields;
    if (typeof layerID !== "string" || layerID === "" || status !== "active") return;
    const others = append(this.layers, layerID, added).filter(({ service }) => service === added.service);
    const experiments = others.map(({ entity }) => entity.fields);
    added.warnings.show(named("layer-allocation", layerAllocation(layerID, experiments)));
  }

  /** Has an experiment deployed after the assignment source that it names, if the stack declares that, now or later. */
  orderBySource(user: Requester): void {
    this.ordered.add(user);
    const source = this.sources.get(sourceOf(user) ?? "");
    if (source !== undefined) deployAfter(source, user);
  }

  private relate(user: Requester, source: Requester): void {
    if (this.ordered.has(user)) deployAfter(source, user);
    if (user.service !== source.service) return;
    user.warnings.show(named("unit-not-mapped", unitNotMapped(user.entity.fields, source.entity.fields)));
  }
}

/** Has all resources of a construct deployed after another construct. */
function deployAfter(earlier: Requester, { construct }: Requester): void {
  for (const child of construct.node.children) {
    if (TerraformResource.isTerraformResource(child))
      child.dependsOn = [...(child.dependsOn ?? []), dependable(earlier.construct)];
  }
}

/** The name of the assignment source of an experiment, where it is known. */
function sourceOf({ entity: { resource, fields } }: Requester): string | undefined {
  return entitiesNamedIn(resource, fields).find(({ kinds }) => kinds.includes(assignmentSource.kind))?.name;
}

/** Adds a value to one of several lists, and returns that list. */
function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): readonly Value[] {
  const list = lists.get(key) ?? [];
  list.push(value);
  lists.set(key, list);
  return list;
}

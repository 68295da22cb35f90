import { dependable, TerraformResource } from "cdktf";
import { isSource, sourceNamedBy } from "../declare/relation-warnings";
import type { StackEntity } from "./stack-entity";

/**
 * Has what files declare deployed after the assignment source that it names, if the stack declares that, now or later. Code
 * refers to the construct of the source, which orders the deploy as well.
 */
export class DeployOrder {
  private readonly sources = new Map<string, StackEntity>();
  private readonly users = new Map<string, StackEntity[]>();

  /** Adds what has all its resources. */
  add(added: StackEntity): void {
    const { entity } = added;
    if (isSource(entity)) {
      const name = String(entity.fields.name);
      this.sources.set(name, added);
      for (const user of this.users.get(name) ?? []) deployAfter(added, user);
    }
    const named = entity.file === undefined ? undefined : sourceNamedBy(entity);
    if (named === undefined) return;
    this.users.set(named, [...(this.users.get(named) ?? []), added]);
    const source = this.sources.get(named);
    if (source !== undefined) deployAfter(source, added);
  }
}

/** Has all resources of a construct deployed after another construct. */
function deployAfter(earlier: StackEntity, { construct }: StackEntity): void {
  for (const child of construct.node.children) {
    if (TerraformResource.isTerraformResource(child))
      child.dependsOn = [...(child.dependsOn ?? []), dependable(earlier.construct)];
  }
}

import { dependable, type ITerraformDependable, TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { isSource, relationWarnings, sourceNamedBy } from "../declare/relation-warnings";
import type { Warning } from "../declare/warnings";
import type { Entity } from "../entity/entity";

/** What is asked of an entity to find the warnings that come of others. */
interface AppEntity {
  readonly entity: Entity;
  /** The warnings that it has whatever else is declared. */
  readonly ownWarnings: readonly Warning[];
  /** What tells its service from others of the app. */
  readonly serviceKey: string;
}

const apps = new WeakMap<IConstruct, AppEntities>();

/** The entities of all stacks of an app, and their warnings: some come of how entities relate, whichever is declared first. */
export class AppEntities {
  /** Those of the app that contains a construct. */
  static of({ node: { root } }: IConstruct): AppEntities {
    const known = apps.get(root) ?? new AppEntities();
    apps.set(root, known);
    return known;
  }

  private readonly all: AppEntity[] = [];
  private related: ReadonlyMap<Entity, readonly Warning[]> | undefined;

  add(entity: AppEntity): void {
    this.all.push(entity);
    this.related = undefined;
  }

  /** Has the entities compared again: another service may be theirs. */
  compareAgain(): void {
    this.related = undefined;
  }

  /** All warnings of an entity, also those that are acknowledged. */
  warningsOf({ entity, ownWarnings }: AppEntity): readonly Warning[] {
    this.related ??= relationWarnings(this.all.map((each) => ({ entity: each.entity, service: each.serviceKey })));
    return [...ownWarnings, ...(this.related.get(entity) ?? [])];
  }
}

/** An entity, and the construct whose resources deploy it. */
interface Deployed {
  readonly entity: Entity;
  readonly construct: IConstruct & ITerraformDependable;
}

/**
 * Has what files declare deployed after the assignment source that it names, if the stack declares that, now or later. Code
 * refers to the construct of the source, which orders the deploy as well.
 */
export class DeployOrder {
  private readonly sources = new Map<string, Deployed>();
  private readonly users = new Map<string, Deployed[]>();

  /** Adds what has all its resources. */
  add(added: Deployed): void {
    const { entity } = added;
    if (isSource(entity)) {
      const name = String(entity.fields.name);
      this.sources.set(name, added);
      for (const user of this.users.get(name) ?? []) deployAfter(added, user);
    }
    const named = entity.file === undefined ? undefined : sourceNamedBy(entity);
    if (named === undefined) return;
    const users = this.users.get(named) ?? [];
    users.push(added);
    this.users.set(named, users);
    const source = this.sources.get(named);
    if (source !== undefined) deployAfter(source, added);
  }
}

/** Has all resources of a construct deployed after another construct. */
function deployAfter(earlier: Deployed, { construct }: Deployed): void {
  for (const child of construct.node.children) {
    if (TerraformResource.isTerraformResource(child))
      child.dependsOn = [...(child.dependsOn ?? []), dependable(earlier.construct)];
  }
}

import type { IConstruct } from "constructs";
import type { Warning } from "../declare/entity-warnings";
import { relationWarnings } from "../declare/relation-warnings";
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

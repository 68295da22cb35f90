import {
  dependable,
  type ITerraformDependable,
  TerraformDataSource,
  TerraformModule,
  TerraformResource,
  TerraformStack,
} from "cdktf";
import type { IConstruct } from "constructs";
import { isSource, sourceNamedBy } from "../declare/relation-warnings";
import { dependenciesIn } from "./dependencies";
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
      for (const user of this.users.get(name) ?? []) deployAfter([added.construct], user);
    }
    const named = entity.file === undefined ? undefined : sourceNamedBy(entity);
    if (named === undefined) return;
    const users = this.users.get(named) ?? [];
    users.push(added);
    this.users.set(named, users);
    const source = this.sources.get(named);
    if (source !== undefined) deployAfter([source.construct], added);
  }
}

/** Has an entity deployed after what `node.addDependency` names, of its construct or of a scope around it in the stack. */
export function deployAfterNodes(declared: StackEntity): void {
  const { construct } = declared;
  const stack = TerraformStack.of(construct);
  const { scopes } = construct.node;
  const named = scopes.slice(scopes.indexOf(stack) + 1).flatMap((scope) => scope.node.dependencies);
  if (named.length === 0) return;
  // what contains the construct cannot come before it
  const others = named.filter((dependency) => !scopes.includes(dependency));
  deployAfter(dependenciesIn(stack, others.flatMap(deployedIn)), declared);
}

/** All that Terraform deploys of a construct. */
function deployedIn(construct: IConstruct): (IConstruct & ITerraformDependable)[] {
  return construct.node
    .findAll()
    .filter(
      (each): each is TerraformResource | TerraformDataSource | TerraformModule =>
        TerraformResource.isTerraformResource(each) ||
        TerraformDataSource.isTerraformDataSource(each) ||
        each instanceof TerraformModule,
    );
}

/** Has all resources of a construct deployed after others. */
function deployAfter(earlier: readonly ITerraformDependable[], { construct }: StackEntity): void {
  const names = earlier.map((each) => dependable(each));
  for (const child of construct.node.children) {
    if (TerraformResource.isTerraformResource(child))
      child.dependsOn = [...new Set([...(child.dependsOn ?? []), ...names])];
  }
}

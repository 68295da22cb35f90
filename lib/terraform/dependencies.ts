import { type ITerraformDependable, TerraformStack } from "cdktf";
import { Construct } from "constructs";

/** What `dependsOn` takes. */
export const DEPENDABLES =
  "a construct of this package, or a resource, data source or module; of an Include, its entities";

/** Whether something can be waited for: it has an address of Terraform's. */
export function isDependable(value: unknown): value is ITerraformDependable {
  return (
    typeof value === "object" && value !== null && typeof (value as Partial<ITerraformDependable>).fqn === "string"
  );
}

/** The dependencies that are in a stack. One in another stack makes this stack depend on that one. */
export function dependenciesIn<One extends ITerraformDependable>(stack: TerraformStack, all: Iterable<One>): One[] {
  return [...all].filter((dependency) => {
    const other = Construct.isConstruct(dependency) ? TerraformStack.of(dependency) : stack;
    if (other === stack) return true;
    stack.addDependency(other);
    return false;
  });
}

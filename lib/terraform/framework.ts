import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { UsageError } from "./synth-errors";

/**
 * Refuses a construct whose stack comes from other copies of the framework than this package uses. They would not
 * recognise each other's constructs.
 *
 * @throws UsageError
 */
export function requireOneFramework(construct: Construct): void {
  const { scope, path } = construct.node;
  if (scope !== undefined && scope.node.constructor !== construct.node.constructor) {
    throw new UsageError(`${path}: ${twoCopiesOf("constructs")}`);
  }
  if (!Object.prototype.isPrototypeOf.call(TerraformStack.prototype, TerraformStack.of(construct))) {
    const terrain = `to use CDK Terrain, install it under the name cdktf, as "npm:cdktn@…"`;
    throw new UsageError(`${path}: ${twoCopiesOf("cdktf")}; ${terrain}`);
  }
}

function twoCopiesOf(name: string): string {
  return `two copies of the package ${name} are installed, one for the stack and one for cdktf-experimentation; \`npm ls ${name}\` shows them; install one version for both`;
}

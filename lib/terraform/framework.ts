import { App, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { UsageError } from "./errors";

/**
 * Refuses a construct in a tree of another framework than the one that this package has found.
 *
 * @throws UsageError when there is another copy of constructs, or CDK Terrain beside CDK for Terraform
 */
export function requireOneFramework({ node }: Construct): void {
  const { scope, scopes, root, path } = node;
  if (scope !== undefined && scope.node.constructor !== node.constructor) {
    throw new UsageError(
      `${path}: two copies of the package constructs are installed, one for the stack and one for cdktf-experimentation; \`npm ls constructs\` shows them: let one version serve both`,
    );
  }
  // a tree that this cdktf knows, but without a stack, is for cdktf itself to refuse
  if (!App.isApp(root) && !scopes.some((around) => TerraformStack.isStack(around))) {
    throw new UsageError(
      `${path}: it stands in no stack of the package cdktf; put it into a TerraformStack, and install CDK Terrain, if that is what you use, under the name cdktf ("cdktf": "npm:cdktn@…")`,
    );
  }
}

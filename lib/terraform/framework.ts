import { existsSync } from "node:fs";
import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { triggerAttributes } from "../entity/resource-name";
import { applierBundle } from "../protocol/applier-command";
import { UsageError } from "./synth-errors";

/** The framework that the library is built on: the build makes a second copy of it, where this is "cdktn". */
const framework = "cdktf" as "cdktf" | "cdktn";
const isTerrain = framework === "cdktn";

/** A type of Terraform resource that can represent an entity. */
export type ResourceTypeName = keyof typeof triggerAttributes;

/** The type that represents an entity when no service says. */
export const defaultResourceType: ResourceTypeName = isTerrain ? "terraform_data" : "null_resource";

/** What to do with a stack of the framework that this copy does not fit. */
const otherCopy = isTerrain
  ? 'CDK for Terraform (cdktf), import from "cdktf-experimentation"'
  : 'CDK Terrain (cdktn), import from "cdktf-experimentation/cdktn"';

/**
 * Refuses a construct whose stack comes from other copies of the framework than this package uses. They would not
 * recognise each other's constructs.
 *
 * @throws UsageError
 */
export function requireOneFramework(construct: Construct): void {
  const { scopes, path } = construct.node;
  // an Include is of the same copy as what it holds, and its stack may be of another
  if (scopes.some(({ node }) => node.constructor !== construct.node.constructor)) {
    throw new UsageError(`${path}: ${twoCopiesOf("constructs", "the stack")}`, "copies");
  }
  if (!Object.prototype.isPrototypeOf.call(TerraformStack.prototype, TerraformStack.of(construct))) {
    throw new UsageError(
      `${path}: ${twoCopiesOf(framework, "the stack")}; if the stack is one of ${otherCopy}`,
      "copies",
    );
  }
}

/**
 * Refuses a package without its applier, which is a file beside it.
 *
 * @throws UsageError
 */
export function requireApplier({ node }: Construct): void {
  if (existsSync(applierBundle())) return;
  throw new UsageError(
    `${node.path}: there is no applier at ${applierBundle()}, because a bundler has put cdktf-experimentation into a file of the app; mark the package as external, so that it is loaded from node_modules: esbuild's option --external:cdktf-experimentation, or externals of webpack and Rollup`,
    "copies",
  );
}

/**
 * Refuses `null_resource` on CDK Terrain, for which the null provider has no bindings.
 *
 * @throws UsageError
 */
export function requireNullResource({ node }: Construct): void {
  if (!isTerrain) return;
  throw new UsageError(
    `${node.path}: CDK Terrain (cdktn) has no bindings of the null provider, so there is no null_resource; leave resourceType out, or set "terraform_data"; a stack that is deployed with null_resource goes on importing from "cdktf-experimentation"`,
    "copies",
  );
}

/**
 * The problem that a package is there twice.
 *
 * @param user what uses the copy that this package does not use
 */
export function twoCopiesOf(name: string, user: string): string {
  return `two copies of the package ${name} are installed, one for ${user} and one for cdktf-experimentation; \`npm ls ${name}\` shows them; install one version for both`;
}

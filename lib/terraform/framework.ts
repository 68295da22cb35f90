import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { ResourceTypeName } from "./service-scope";
import { UsageError } from "./synth-errors";

type Framework = "cdktf" | "cdktn";

/** The framework that the library is built on: the build makes a second copy of it, where this is "cdktn". */
const framework = "cdktf" as Framework;

interface Differences {
  /** What stands for an entity when no service says. */
  readonly resourceType: ResourceTypeName;
  /** The framework that this copy does not fit, and the entry of the copy that does. */
  readonly other: string;
  readonly otherEntry: string;
}

const frameworkDifferences: Readonly<Record<Framework, Differences>> = {
  cdktf: {
    resourceType: "null_resource",
    other: "CDK Terrain (cdktn)",
    otherEntry: "cdktf-experimentation/cdktn",
  },
  cdktn: {
    resourceType: "terraform_data",
    other: "CDK for Terraform (cdktf)",
    otherEntry: "cdktf-experimentation",
  },
};

/** The kind of Terraform resource that stands for an entity when no service says. */
export const defaultResourceType = frameworkDifferences[framework].resourceType;

/**
 * Refuses a construct whose stack comes from other copies of the framework than this package uses. They would not
 * recognise each other's constructs.
 *
 * @throws UsageError
 */
export function requireOneFramework(construct: Construct): void {
  const { scope, path } = construct.node;
  if (scope !== undefined && scope.node.constructor !== construct.node.constructor) {
    throw new UsageError(`${path}: ${twoCopiesOf("constructs", "the stack")}`, "copies");
  }
  if (!Object.prototype.isPrototypeOf.call(TerraformStack.prototype, TerraformStack.of(construct))) {
    const { other, otherEntry } = frameworkDifferences[framework];
    throw new UsageError(
      `${path}: ${twoCopiesOf(framework, "the stack")}; if the stack is one of ${other}, import from "${otherEntry}"`,
      "copies",
    );
  }
}

/**
 * Refuses `null_resource` on CDK Terrain, for which the null provider has no bindings.
 *
 * @throws UsageError
 */
export function requireNullResource({ node }: Construct): void {
  if (framework !== "cdktn") return;
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

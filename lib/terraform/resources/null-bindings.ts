import { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { requireNullResource, twoCopiesOf } from "../framework";
import { UsageError } from "../synth-errors";

const PACKAGE = "@cdktf/provider-null";

/**
 * What is built on the bindings of the null provider. They are loaded when the first `null_resource` is made: a project
 * without one need not have them.
 *
 * @param construct that needs them
 * @throws UsageError when they cannot be had
 */
export function nullBindings(construct: Construct): typeof import("./null-provider") {
  requireNullResource(construct);
  const bindings = load(construct);
  const { prototype } = bindings.NullResource;
  if (Object.prototype.isPrototypeOf.call(TerraformResource.prototype, prototype)) return bindings;
  throw new UsageError(`${construct.node.path}: ${twoCopiesOf("cdktf", PACKAGE)}`, "copies");
}

function load(construct: Construct): ReturnType<typeof nullBindings> {
  try {
    return require("./null-provider") as ReturnType<typeof nullBindings>;
  } catch (error) {
    if (!isWithoutPackage(error)) throw error;
    throw new UsageError(
      `${construct.node.path}: its null_resource needs the package ${PACKAGE}, which is not installed; \`npm install ${PACKAGE}@11\` installs it; a stack of which nothing is deployed yet needs no package if an ExperimentationService with resourceType: "terraform_data" is declared first`,
      "copies",
    );
  }
}

/** Whether it is the package itself that was not found: the lines after the first name what asked for it. */
function isWithoutPackage(error: unknown): boolean {
  const { code, message = "" } = error as Partial<NodeJS.ErrnoException>;
  return code === "MODULE_NOT_FOUND" && message.split("\n", 1).join("").includes(PACKAGE);
}

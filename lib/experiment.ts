import { Fn } from "cdktf";
import type { Construct } from "constructs";
import { experiment, idFromName } from "./api/experiment-schema";
import { TerraformValue } from "./terraform/language/terraform-value";
import { isOfKind, ManagedResource } from "./terraform/managed-resource";
import type { PropsOf } from "./terraform/props/construct-props";
import { Opaque, type Value } from "./value/value";

/** The API's fields of an experiment, and settings of this package. */
export type ExperimentProps = PropsOf<typeof experiment.fields, "ignoreChanges" | "endsOn">;

/** An experiment: groups, metrics, statistical and analysis settings. */
export class Experiment extends ManagedResource<ExperimentProps & { id: string }> {
  /** Whether a value is an `Experiment`, including one from a second installed copy of this package. */
  static isExperiment(value: unknown): value is Experiment {
    return isOfKind(value, experiment);
  }

  /** @throws InvalidPropsError, DuplicateError */
  constructor(scope: Construct, id: string, props: ExperimentProps) {
    super(scope, id, experiment, props, ({ name }) => idOfUnknownName(name));
  }

  /** Id of the experiment, for others to refer to. */
  get id(): string {
    return this.reference("id");
  }

  /** Name of the experiment, for others to refer to. */
  get name(): string {
    return this.reference("name");
  }
}

/** The id that comes from a name which only Terraform knows. */
function idOfUnknownName(name: Value | undefined): Value {
  const parts = name instanceof Opaque ? name.parts : [];
  return Opaque.deferred(
    parts.map((part) => {
      if (typeof part === "string") return idFromName(part);
      return part instanceof TerraformValue ? new TerraformValue(Fn.replace(part.text, " ", "_"), true) : part;
    }),
  );
}

import { Fn } from "cdktf";
import type { Construct } from "constructs";
import { experiment, idFromName } from "./api/experiment-schema";
import type { PropsOf } from "./terraform/declare/check-props";
import { isOfKind } from "./terraform/kind-brand";
import { TerraformValue } from "./terraform/language/terraform-value";
import { ManagedResource } from "./terraform/managed-resource";
import { experimentChecks } from "./terraform/warnings/experiment-warnings";
import { derivedId } from "./terraform/warnings/warnings";
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
    super(scope, id, experiment, props, {
      complete: (fields) => ({ ...fields, id: fields.id ?? derivedID(fields.name) }),
      checks: { "derived-id": derivedId, ...experimentChecks },
    });
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

/** The id that comes from a valid name, perhaps one that only the deploy knows. */
function derivedID(name: Value | undefined): Value {
  if (!(name instanceof Opaque)) return idFromName(String(name));
  return Opaque.ofParts(
    name.parts.map((part) => {
      if (typeof part === "string") return idFromName(part);
      return part instanceof TerraformValue ? new TerraformValue(Fn.replace(part.text, " ", "_"), true) : part;
    }),
  );
}

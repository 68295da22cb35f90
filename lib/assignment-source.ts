import type { Construct } from "constructs";
import { assignmentSource } from "./api/assignment-source-schema";
import { ManagedResource } from "./terraform/managed-resource";
import type { PropsOf } from "./terraform/props/check-props";

/** The interface's fields of an assignment source, and settings of this package. */
export type AssignmentSourceProps = PropsOf<typeof assignmentSource.fields>;

/** A warehouse query that holds which unit was assigned to which group of which experiment. */
export class AssignmentSource extends ManagedResource {
  /** @throws InvalidPropsError, DuplicateError */
  constructor(scope: Construct, id: string, props: AssignmentSourceProps) {
    super(scope, id, assignmentSource, props);
  }

  /** Name of the source, for others to refer to. */
  get name(): string {
    return this.reference("name");
  }
}

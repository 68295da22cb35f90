import type { Construct } from "constructs";
import { segment } from "./api/segment-schema";
import { isOfKind, ManagedResource } from "./terraform/managed-resource";
import type { PropsOf } from "./terraform/props/construct-props";

/** The API's fields of a segment, and settings of this package. */
export type SegmentProps = PropsOf<typeof segment.fields>;

/** A set of units, given by a list or by rules. The API has no update: a change is refused while planning. */
export class Segment extends ManagedResource<SegmentProps & { id: string }> {
  /** Whether a value is a `Segment`, including one from a second installed copy of this package. */
  static isSegment(value: unknown): value is Segment {
    return isOfKind(value, segment);
  }

  /** @throws InvalidPropsError, DuplicateError */
  constructor(scope: Construct, id: string, props: SegmentProps) {
    super(scope, id, segment, props);
  }

  /** Id of the segment, for others to refer to. */
  get id(): string {
    return this.reference("id");
  }

  /** Name of the segment, for others to refer to. */
  get name(): string {
    return this.reference("name");
  }
}

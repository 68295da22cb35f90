import type { Construct } from "constructs";
import { metricSource } from "./api/metric-source-schema";
import { isOfKind, ManagedResource } from "./terraform/managed-resource";
import type { PropsOf } from "./terraform/props/construct-props";

/** The API's fields of a metric source, and settings of this package. */
export type MetricSourceProps = PropsOf<typeof metricSource.fields, "ignoreChanges">;

/** A warehouse table or a query that feeds metrics. */
export class MetricSource extends ManagedResource<MetricSourceProps> {
  /** Whether a value is a `MetricSource`, including one from a second installed copy of this package. */
  static isMetricSource(value: unknown): value is MetricSource {
    return isOfKind(value, metricSource);
  }

  /** @throws InvalidPropsError, DuplicateError */
  constructor(scope: Construct, id: string, props: MetricSourceProps) {
    super(scope, id, metricSource, props);
  }

  /** Name of the source, for others to refer to. */
  get name(): string {
    return this.reference("name");
  }
}

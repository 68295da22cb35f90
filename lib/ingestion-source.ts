import type { Construct } from "constructs";
import { ingestionSource } from "./api/ingestion-source-schema";
import { isOfKind, ManagedResource } from "./terraform/managed-resource";
import type { PropsOf } from "./terraform/props/construct-props";

/** The API's fields of an ingestion source, and settings of this package. */
export type IngestionSourceProps = PropsOf<typeof ingestionSource.fields, "ignoreChanges">;

/** An external data store that feeds metrics. */
export class IngestionSource extends ManagedResource<IngestionSourceProps> {
  /** Whether a value is an `IngestionSource`, including one from a second installed copy of this package. */
  static isIngestionSource(value: unknown): value is IngestionSource {
    return isOfKind(value, ingestionSource);
  }

  /** @throws InvalidPropsError, DuplicateError */
  constructor(scope: Construct, id: string, props: IngestionSourceProps) {
    super(scope, id, ingestionSource, props);
  }

  /** Name of the source, for others to refer to. */
  get sourceName(): string {
    return this.reference("source_name");
  }
}

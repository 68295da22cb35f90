import type { Construct } from "constructs";
import type { Resource } from "../api/resource";
import { resourceNameOf, resourceNameOfPath, suffixes } from "../protocol/resource-name";
import { type DeferredFields, DeferredValue, joined } from "./props/deferred-value";

/** What an entity is called, by the fields that identify it. */
export interface EntityName {
  /** In messages; a deferred value where only the deploy knows it. */
  readonly label: string | DeferredValue;
  /** Terraform's name of the resource that creates it. */
  readonly resourceName: string;
}

/** Names an entity. Where only the deploy knows its identity, the path of its construct takes the place of that. */
export function entityName({ node }: Construct, { kind, identity }: Resource, fields: DeferredFields): EntityName {
  const parts = identity.map((field) => {
    const value = fields[field] ?? "";
    return value instanceof DeferredValue ? value : String(value);
  });
  const texts = parts.filter((part) => typeof part === "string");
  const isKnown = texts.length === parts.length && texts.some((text) => text !== "");
  const name = isKnown ? resourceNameOf(kind, texts) : resourceNameOfPath(kind, node.path);
  return {
    label: joined(parts.filter((part) => part !== "").flatMap((part, index) => (index === 0 ? [part] : ["/", part]))),
    resourceName: name + (fields.dryRun === true ? suffixes.dryRun : ""),
  };
}

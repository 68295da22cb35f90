import { constructNameOf } from "./resource";
import { everyResource } from "./resources";

/** The kinds of entities that the service keeps. In a file of its own, so that its declaration names no schema. */
export const kinds = everyResource.map(({ kind }) => kind);

/** A kind of entity. */
export type Kind = (typeof kinds)[number];

/** The kind that a text names as JSON does, or as files and constructs do: `metric_source` and `MetricSource`. */
export function kindNamed(text: string): Kind | undefined {
  return kinds.find((kind) => kind === text || constructNameOf(kind) === text);
}

import { constructNameOf } from "./kind";
import { everyKind } from "./kinds";

/** The kinds of entities that the service keeps. In a file of its own, so that its declaration names no schema. */
export const kindNames = everyKind.map(({ name }) => name);

/** A kind of entity. */
export type KindName = (typeof kindNames)[number];

/** The kind that a text names as JSON does, or as files and constructs do: `metric_source` and `MetricSource`. */
export function kindNamed(text: string): KindName | undefined {
  return kindNames.find((name) => name === text || constructNameOf(name) === text);
}

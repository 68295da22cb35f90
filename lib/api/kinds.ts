import { assignmentSource } from "./assignment-source-schema";
import { experiment } from "./experiment-schema";
import { ingestionSource } from "./ingestion-source-schema";
import type { Kind } from "./kind";
import { metricSource } from "./metric-source-schema";
import { promptVersion } from "./prompt-version-schema";
import { segment } from "./segment-schema";

/** Every kind of entity that the service keeps, each with its own type. */
export const everyKind = [experiment, metricSource, assignmentSource, segment, ingestionSource, promptVersion] as const;

/** Every kind of entity that the service keeps. */
export const kinds: readonly Kind[] = everyKind;

/** The kind of that name, or undefined. */
export function kindOf(name: string): Kind | undefined {
  return kinds.find((kind) => kind.name === name);
}

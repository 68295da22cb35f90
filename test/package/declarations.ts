/** Compiled and never run: an error says that what is published is not what the schemas make. */
import type * as published from "../../dist";
import type * as written from "../../lib";

/**
 * True when each of the two takes whatever the other takes; false as well where `dist` is older than `lib`: run
 * `npm run build` first. Classes of two declarations are never the same.
 */
type Same<A, B> = Takes<Omit<A, "service">, Omit<B, "service">>;
type Takes<A, B> = [A, keyof A] extends [B, keyof B] ? ([B, keyof B] extends [A, keyof A] ? true : false) : false;

export const same: readonly [
  Same<published.ExperimentProps, written.ExperimentProps>,
  Same<published.MetricSourceProps, written.MetricSourceProps>,
  Same<published.AssignmentSourceProps, written.AssignmentSourceProps>,
  Same<published.SegmentProps, written.SegmentProps>,
  Same<published.IngestionSourceProps, written.IngestionSourceProps>,
  Same<published.PromptVersionProps, written.PromptVersionProps>,
  Same<published.ExperimentationServiceProps, written.ExperimentationServiceProps>,
  // the other shapes are within these, and in the props above
  Same<published.ExperimentGroup, written.ExperimentGroup>,
  Same<published.SegmentRule, written.SegmentRule>,
  Same<published.IdTypeMapping, written.IdTypeMapping>,
  Same<published.Experiment["declared"], written.Experiment["declared"]>,
  Same<published.IngestionSource["declared"], written.IngestionSource["declared"]>,
] = [true, true, true, true, true, true, true, true, true, true, true, true];

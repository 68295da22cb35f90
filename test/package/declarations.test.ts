import type * as published from "../../dist";
import type * as written from "../../lib";

/** True when each of the two props takes whatever the other takes. Classes of two declarations are never the same. */
type Same<A, B> = Takes<Omit<A, "service">, Omit<B, "service">>;
type Takes<A, B> = [A, keyof A] extends [B, keyof B] ? ([B, keyof B] extends [A, keyof A] ? true : false) : false;

test("the props that are published are those that the schemas make", () => {
  // the compiler checks it: where one differs, `true` is no value of its type
  const experiment: Same<published.ExperimentProps, written.ExperimentProps> = true;
  const metricSource: Same<published.MetricSourceProps, written.MetricSourceProps> = true;
  const assignmentSource: Same<published.AssignmentSourceProps, written.AssignmentSourceProps> = true;
  const segment: Same<published.SegmentProps, written.SegmentProps> = true;
  const ingestionSource: Same<published.IngestionSourceProps, written.IngestionSourceProps> = true;
  const promptVersion: Same<published.PromptVersionProps, written.PromptVersionProps> = true;
  const service: Same<published.ExperimentationServiceProps, written.ExperimentationServiceProps> = true;

  expect({ experiment, metricSource, assignmentSource, segment, ingestionSource, promptVersion, service }).toBeTruthy();
});

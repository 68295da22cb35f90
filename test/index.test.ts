import * as surface from "../lib";

test("the package offers the service, the six constructs, Include, fromEnvironment, isDeferred and its errors", () => {
  expect(Object.keys(surface).sort()).toEqual([
    "AssignmentSource",
    "DuplicateError",
    "Experiment",
    "ExperimentationService",
    "Include",
    "IngestionSource",
    "InvalidDefinitionsError",
    "InvalidPropsError",
    "MetricSource",
    "PromptVersion",
    "Segment",
    "ServiceChoiceError",
    "UsageError",
    "fromEnvironment",
    "isDeferred",
  ]);
});

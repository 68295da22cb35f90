import { TerraformOutput, type TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import * as library from "../../lib";
import { assignmentSource, experiment, ingestionSource, metricSource, segment } from "./entities";
import { emptyStack } from "./synth";

type Library = typeof library;

/** One construct of each class, by its name, made by a copy of the package. */
function oneOfEach(copy: Library, stack: TerraformStack): Record<string, Construct> {
  return {
    Experiment: new copy.Experiment(stack, "experiment", experiment),
    MetricSource: new copy.MetricSource(stack, "metric", metricSource),
    AssignmentSource: new copy.AssignmentSource(stack, "assignment", assignmentSource),
    Segment: new copy.Segment(stack, "segment", segment),
    IngestionSource: new copy.IngestionSource(stack, "ingestion", ingestionSource),
    PromptVersion: new copy.PromptVersion(stack, "version", { promptID: "bot", id: "v1" }),
    ExperimentationService: new copy.ExperimentationService(stack, "service"),
  };
}

const guards: Readonly<Record<string, (value: unknown) => boolean>> = {
  Experiment: library.Experiment.isExperiment,
  MetricSource: library.MetricSource.isMetricSource,
  AssignmentSource: library.AssignmentSource.isAssignmentSource,
  Segment: library.Segment.isSegment,
  IngestionSource: library.IngestionSource.isIngestionSource,
  PromptVersion: library.PromptVersion.isPromptVersion,
  ExperimentationService: library.ExperimentationService.isExperimentationService,
};

/** The classes whose guards accept a value. */
function kindsOf(value: unknown): string[] {
  return Object.keys(guards).filter((name) => guards[name]?.(value));
}

describe("a guard", () => {
  test("accepts a construct of a class below it", () => {
    class OurExperiment extends library.Experiment {}

    expect(kindsOf(new OurExperiment(emptyStack(), "ours", experiment))).toEqual(["Experiment"]);
  });

  test("accepts a construct of its own class only, also one that another copy of the package made", () => {
    // a copy of the framework comes with it, as a stack of one framework needs
    jest.isolateModules(() => {
      const copy = jest.requireActual<Library>("../../lib");
      const { App, TerraformStack: Stack } = jest.requireActual<typeof import("cdktf")>("cdktf");
      const made = oneOfEach(copy, new Stack(new App(), "stack"));

      expect(made.Experiment).not.toBeInstanceOf(library.Experiment);
      for (const [name, construct] of Object.entries(made)) expect(kindsOf(construct)).toEqual([name]);
    });
  });

  test("accepts nothing else", () => {
    const stack = emptyStack();
    const others = [undefined, null, "experiment", {}, stack, new TerraformOutput(stack, "output", { value: "" })];

    expect(others.flatMap(kindsOf)).toEqual([]);
  });
});

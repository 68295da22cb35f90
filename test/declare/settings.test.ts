import { TerraformVariable } from "cdktf";
import { Experiment, MetricSource, Segment } from "../../lib";
import { experiment, metricSource, segment } from "../terraform/entities";
import { emptyStack, problemsListed, warningsOf, wrong } from "../terraform/synth";

test("settings are checked together with its fields, and misspelt ones are refused", () => {
  const props = { ...segment, service: {}, reapply: 5, acknowledge: ["create-only", "nothing"], adpot: true };
  expect(problemsListed(() => new Segment(emptyStack(), "x", wrong(props)))).toEqual([
    "service: given an object; allowed: an ExperimentationService",
    'adpot: unknown field; did you mean "adopt"?',
    "reapply: given 5; allowed: a string",
    expect.stringMatching(
      /^acknowledge\[1\]: given "nothing"; allowed: one of "adopt-without-call", "control-group", /,
    ),
  ]);
});

test("settings are refused with their reason", () => {
  const reasons = [
    () => new Experiment(emptyStack(), "x", { ...experiment, endsOn: "2026-02-29" }),
    () => new MetricSource(emptyStack(), "x", wrong({ ...metricSource, endsOn: "2026-12-18" })),
    () => new Segment(emptyStack(), "x", wrong({ ...segment, ignoreChanges: true })),
  ].flatMap((make) => problemsListed(make));
  expect(reasons).toEqual([
    'endsOn: given "2026-02-29"; allowed: a day of the calendar as "2026-12-18"',
    "endsOn: can be used for an experiment only; remove it",
    "ignoreChanges: cannot be used for a segment, because the service has no update for it; remove it",
  ]);
});

test("settings say in the request file when an experiment should end, and that changes are ignored, which lacks no update then", () => {
  const props = { name: "Checkout", id: "checkout", adopt: true, ignoreChanges: true, endsOn: "2028-02-29" };
  const made = new Experiment(emptyStack(), "x", props);
  expect(warningsOf(made)).toEqual([]);
  expect(JSON.parse(made.inStack.requestText)).toMatchObject({
    endsOn: "2028-02-29",
    ignoreChanges: true,
    fields: { name: "Checkout", id: "checkout" },
  });
});

test("settings have to be known at synth where they decide what there is", () => {
  const { value } = new TerraformVariable(emptyStack(), "any", {});
  const allowed = {
    dryRun: "true or false, known at synth",
    adopt: "true or false, known at synth",
    ignoreChanges: "true or false, known at synth",
    acknowledge: "a list of names, known at synth",
    strict: "true, false or a list of names, known at synth",
    service: "an ExperimentationService",
  };
  const props = Object.fromEntries(Object.keys(allowed).map((name) => [name, value]));
  const problems = problemsListed(() => new MetricSource(emptyStack(), "x", wrong({ ...metricSource, ...props })));
  const expected = Object.entries(allowed).map(([name, text]) => `${name}: given a token; allowed: ${text}`);
  expect(problems.sort()).toEqual(expected.sort());
});

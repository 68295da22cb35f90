import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { App, TerraformStack } from "cdktf";
import {
  AssignmentSource,
  Experiment,
  ExperimentationService,
  type ExperimentationServiceProps,
  Segment,
} from "../../lib";
import { assignmentSource, experiment, segment } from "./things";

let outdir: string;

beforeEach(() => {
  outdir = mkdtempSync(join(tmpdir(), "notes-"));
});

afterEach(() => rmSync(outdir, { recursive: true }));

describe("a note", () => {
  test.each([
    ["done", "is kept while the stack declares the thing", ["beta", "other"], true],
    ["done", "is forgotten when the stack declares the thing no longer", ["other"], false],
    ["unclear", "is kept, since its end is unknown", ["other"], true],
    ["begun", "is kept, since its end is unknown", ["other"], true],
  ])("in %s %s", (state, _, declared, isKept) => {
    const path = note(`${state}/segment_beta.create.json`);
    synthesise((stack) => {
      for (const id of declared) new Segment(stack, id, { ...segment, id });
    });

    expect(existsSync(path)).toBe(isKept);
  });
});

describe("a call that a deploy was cut off in", () => {
  const cases = [
    {
      what: "a create",
      notes: ["begun/experiment_checkout_button.create.json"],
      calls: { create: "begun at 2026-11-20T12:30:00.000Z, cut off" },
      after: ["experiment_checkout_button"],
      before: ["experiment_checkout_button_revision"],
    },
    {
      what: "a create that did not take effect",
      notes: ["undone/experiment_checkout_button.create.json"],
      calls: { create: "begun at 2026-11-20T12:30:00.000Z, cut off" },
      after: ["experiment_checkout_button"],
      before: ["experiment_checkout_button_revision"],
    },
    {
      what: "an update",
      notes: ["begun/experiment_checkout_button.update.json"],
      calls: { update: "begun at 2026-11-20T12:30:00.000Z, cut off" },
      after: ["experiment_checkout_button_revision"],
      before: [],
    },
    {
      what: "both",
      notes: ["begun/experiment_checkout_button.create.json", "begun/experiment_checkout_button.update.json"],
      calls: {
        create: "begun at 2026-11-20T12:30:00.000Z, cut off",
        update: "begun at 2026-11-20T12:30:00.000Z, cut off",
      },
      after: ["experiment_checkout_button"],
      before: ["experiment_checkout_button_revision"],
    },
  ];

  test.each(cases)("is made again: $what", ({ notes, calls, after, before }) => {
    for (const each of notes) note(each);
    const resources = synthesise((stack) => new Experiment(stack, "checkout", experiment)).null_resource ?? {};
    const { experiment_checkout_button_again: again, ...others } = resources;

    expect(again).toMatchObject({
      triggers: calls,
      depends_on: after.map((name) => `null_resource.${name}`),
      provisioner: [
        { "local-exec": { command: expect.stringMatching(/^again [0-9a-f]{64} .*checkout_button\.json$/) } },
      ],
    });
    const dependants = Object.entries(others).filter(([, { depends_on = [] }]) =>
      depends_on.includes("null_resource.experiment_checkout_button_again"),
    );
    expect(dependants.map(([name]) => name)).toEqual(before);
  });

  test("is made again on terraform_data, too", () => {
    note("begun/assignment_source_exposures.put.json");
    const resources = synthesise((stack) => new AssignmentSource(stack, "exposures", assignmentSource), {
      resourceType: "terraform_data",
    });

    expect(resources.terraform_data?.assignment_source_exposures_again).toMatchObject({
      triggers_replace: { put: "begun at 2026-11-20T12:30:00.000Z, cut off" },
    });
  });

  test("is made again before what refers to the thing", () => {
    note("begun/assignment_source_exposures.put.json");
    const resources = synthesise((stack) => {
      const exposures = new AssignmentSource(stack, "exposures", assignmentSource);
      new Experiment(stack, "checkout", { ...experiment, assignmentSourceName: exposures.name });
    });

    expect(resources.null_resource?.experiment_checkout_button?.depends_on).toContain(
      "null_resource.assignment_source_exposures_again",
    );
  });

  test.each([
    ["its end was learned of", ["unclear/experiment_checkout_button.create.json"], experiment],
    ["it succeeded", ["done/experiment_checkout_button.create.json"], experiment],
    ["it is not declared any more", ["begun/experiment_checkout_button.create.json"], { ...experiment, adopt: true }],
    ["it is another thing's", ["begun/experiment_other.create.json"], experiment],
  ])("is not made again when %s", (_, notes, props) => {
    for (const each of notes) note(each);
    const resources = synthesise((stack) => new Experiment(stack, "checkout", props));

    expect(Object.keys(resources.null_resource ?? {})).toEqual([
      "experiment_checkout_button",
      "experiment_checkout_button_revision",
    ]);
  });
});

/** Leaves a note as the applier does. */
function note(name: string): string {
  const path = join(outdir, "stacks/stack/notes/5eca11ed", name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ begun: "2026-11-20T12:30:00.000Z" }));
  return path;
}

interface Resource {
  readonly depends_on?: readonly string[];
}

function synthesise(
  build: (stack: TerraformStack) => void,
  settings: ExperimentationServiceProps = {},
): Readonly<Record<string, Readonly<Record<string, Resource>>>> {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "stack");
  new ExperimentationService(stack, "service", settings);
  build(stack);
  app.synth();
  const { resource } = JSON.parse(readFileSync(join(outdir, "stacks/stack/cdk.tf.json"), "utf8"));
  return resource;
}

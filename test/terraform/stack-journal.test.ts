import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { AssignmentSource, Experiment, Segment } from "../../lib";
import type { Action } from "../../lib/entity/steps";
import { entryPath } from "../../lib/protocol/journal-entry";
import { assignmentSource, experiment, segment } from "./entities";
import { outputDirectory, warningsOf } from "./synth";

const declared = {
  experiment_checkout_button: (stack: TerraformStack, ignoreChanges: boolean) =>
    new Experiment(stack, "it", { ...experiment, ignoreChanges }),
  assignment_source_exposures: (stack: TerraformStack, ignoreChanges: boolean) =>
    new AssignmentSource(stack, "it", { ...assignmentSource, ignoreChanges }),
  segment_beta_users: (stack: TerraformStack) => new Segment(stack, "it", segment),
};

test.each<[Action, keyof typeof declared, ignoreChanges: boolean, remedy: RegExp]>([
  ["create", "experiment_checkout_button", false, /change its reapply and deploy, which sends its update$/],
  ["upsert", "assignment_source_exposures", false, /change its reapply and deploy, which sends its update$/],
  ["create", "segment_beta_users", false, /-replace=null_resource\.segment_beta_users`, which sends its create again$/],
  // a new reapply is one of the changes that are ignored
  ["update", "experiment_checkout_button", true, /-replace=\S+_button_revision`, which sends its update again$/],
  ["upsert", "assignment_source_exposures", true, /-replace=\S+_exposures`, which sends its upsert again$/],
])("synth warns of a cut-off %s of %s (ignoreChanges: %s), and says what sends it again", (...row) => {
  const [action, entity, ignoreChanges, remedy] = row;
  const app = new App({ outdir: outputDirectory() });
  const path = entryPath(join(app.outdir, `stacks/stack/requests/${entity}.json`), "service", action);
  const time = new Date().toISOString();
  const state = { calling: true, created: "maybe", time, process: 1, host: "-" };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ ...state, kind: "any", name: "any", immutable: {} }));

  const warnings = warningsOf(declared[entity](new TerraformStack(app, "stack"), ignoreChanges));
  const warning = warnings.find((text) => text.includes(`the ${action} that started at ${time} was cut off`));
  expect(warning).toMatch(remedy);
});

test.each<[string, state: object, after: object | undefined]>([
  ["a create that succeeded", { calling: false, created: "yes" }, { calling: false, created: "trace" }],
  ["one cut off after that", { calling: true, created: "yes" }, { calling: true, created: "trace" }],
  ["one under way", { calling: true, created: "yes", process: process.pid, host: hostname() }, undefined],
  ["an unclear create", { calling: false, created: "maybe" }, undefined],
  ["a cut-off create", { calling: true, created: "no" }, undefined],
  ["a trace", { calling: false, created: "trace" }, undefined],
  ["no entry", { calling: "perhaps" }, undefined],
])("a synth without the construct takes only the proof from what the journal has of %s", (_, state, after) => {
  const app = new App({ outdir: outputDirectory() });
  const path = entryPath(join(app.outdir, "stacks/stack/requests/segment_gone.json"), "service", "create");
  const common = { kind: "segment", name: "gone", time: new Date().toISOString(), process: 1, host: "-" };
  const before = { ...common, immutable: { name: "digest" }, ...state };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(before));
  new Segment(new TerraformStack(app, "stack"), "it", segment);
  app.synth();

  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ ...before, ...after });
});

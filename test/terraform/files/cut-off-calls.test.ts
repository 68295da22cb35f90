import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { AssignmentSource, Experiment, Segment } from "../../../lib";
import type { Action } from "../../../lib/entity/step";
import { entryPath } from "../../../lib/protocol/journal-entry";
import { assignmentSource, experiment, segment } from "../entities";
import { outputDirectory, warningsOf } from "../synth";

const declared = {
  experiment_checkout_button: (stack: TerraformStack, ignoreChanges: boolean) =>
    new Experiment(stack, "it", { ...experiment, ignoreChanges }),
  assignment_source_exposures: (stack: TerraformStack, ignoreChanges: boolean) =>
    new AssignmentSource(stack, "it", { ...assignmentSource, ignoreChanges }),
  segment_beta_users: (stack: TerraformStack) => new Segment(stack, "it", segment),
};

test.each<[Action, keyof typeof declared, ignoreChanges: boolean, remedy: string]>([
  ["create", "experiment_checkout_button", false, "change its reapply and deploy"],
  ["update", "experiment_checkout_button", false, "change its reapply and deploy"],
  ["upsert", "assignment_source_exposures", false, "change its reapply and deploy"],
  ["create", "segment_beta_users", false, "-replace=null_resource.segment_beta_users`"],
  // a new reapply is one of the changes that are ignored
  ["create", "experiment_checkout_button", true, "-replace=null_resource.experiment_checkout_button`"],
  ["update", "experiment_checkout_button", true, "-replace=null_resource.experiment_checkout_button_revision`"],
  ["upsert", "assignment_source_exposures", true, "-replace=null_resource.assignment_source_exposures`"],
])("synth warns of a cut-off %s of %s (ignoreChanges: %s), and says what sends it again", (...row) => {
  const [action, entity, ignoreChanges, remedy] = row;
  const app = new App({ outdir: outputDirectory() });
  const path = entryPath(join(app.outdir, `stacks/stack/requests/${entity}.json`), "service", action);
  const time = new Date().toISOString();
  const entry = {
    calling: true,
    created: "maybe",
    kind: "any",
    name: "any",
    immutable: {},
    time,
    process: 1,
    host: "-",
  };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(entry));

  const warnings = warningsOf(declared[entity](new TerraformStack(app, "stack"), ignoreChanges));
  const warning = warnings.find((text) => text.includes(`the ${action} that started at ${time} was cut off`)) ?? "";
  expect(warning).toContain(remedy);
  expect(warning.endsWith(`which sends its ${remedy.startsWith("-replace") ? `${action} again` : "update"}`)).toBe(
    true,
  );
});

import type { TerraformStack } from "cdktf";
import { AssignmentSource, Experiment, ExperimentationService } from "../../../lib";
import { assignmentSource, experiment } from "../entities";
import { synth } from "../synth";

interface Resource {
  readonly lifecycle?: {
    readonly ignore_changes?: readonly string[];
    readonly replace_triggered_by?: readonly string[];
    readonly postcondition?: readonly object[];
  };
}

/** What Terraform does about changes, in the order of the resources' names. */
function lifecycles(build: (stack: TerraformStack) => void): string[] {
  const { json } = synth((stack) => {
    new ExperimentationService(stack, "service", { resourceType: "terraform_data" });
    build(stack);
  });
  const all = Object.entries((json.resource?.terraform_data ?? {}) as Readonly<Record<string, Resource>>);
  return all.sort().map(([name, { lifecycle = {} }]) => {
    const { ignore_changes, replace_triggered_by = [], postcondition = [] } = lifecycle;
    const replaced = replace_triggered_by.map((address) => `, replaced with ${address.replace("terraform_data.", "")}`);
    return `${name}: ${ignore_changes ? "ignores" : "replaces"}${replaced.join("")}, refuses ${postcondition.length}`;
  });
}

const declared: readonly (readonly [string, (stack: TerraformStack, ignoreChanges: boolean) => void])[] = [
  ["one call", (stack, ignoreChanges) => new AssignmentSource(stack, "x", { ...assignmentSource, ignoreChanges })],
  ["create and update", (stack, ignoreChanges) => new Experiment(stack, "x", { ...experiment, ignoreChanges })],
  [
    "an update that lacks fields",
    (stack, ignoreChanges) => new Experiment(stack, "x", { name: "Button", id: "button", ignoreChanges }),
  ],
];

const service = "experimentation_service_of_assignment_source_exposures";

test.each([
  [
    "one call",
    false,
    [`assignment_source_exposures: replaces, replaced with ${service}, refuses 0`, `${service}: ignores, refuses 1`],
  ],
  [
    "one call",
    true,
    // its identity, too
    [`assignment_source_exposures: ignores, replaced with ${service}, refuses 1`, `${service}: ignores, refuses 1`],
  ],
  [
    "create and update",
    false,
    ["experiment_checkout_button: ignores, refuses 3", "experiment_checkout_button_revision: replaces, refuses 0"],
  ],
  [
    "create and update",
    true,
    [
      "experiment_checkout_button: ignores, refuses 2",
      "experiment_checkout_button_revision: ignores, replaced with experiment_checkout_button, refuses 0",
    ],
  ],
  [
    "an update that lacks fields",
    false,
    [
      "experiment_button: ignores, refuses 3",
      "experiment_button_revision: ignores, replaced with experiment_button, refuses 2",
    ],
  ],
  [
    "an update that lacks fields",
    true,
    [
      "experiment_button: ignores, refuses 2",
      "experiment_button_revision: ignores, replaced with experiment_button, refuses 0",
    ],
  ],
] as const)("what Terraform does about changes of an entity with %s, where ignoreChanges is %s", (...row) => {
  const [name, ignoreChanges, expected] = row;
  const build = declared.find(([each]) => each === name)?.[1];
  expect(lifecycles((stack) => build?.(stack, ignoreChanges))).toEqual(expected);
});

import { provider, resource } from "@cdktf/provider-null";
import {
  Aspects,
  TerraformProvider,
  TerraformResource,
  type TerraformResourceLifecycle,
  type TerraformStack,
} from "cdktf";
import { AssignmentSource, Experiment, ExperimentationService, Segment } from "../../../lib";
import { assignmentSource, experiment, segment } from "../entities";
import { messageOf, refusedAtSynth, synth } from "../synth";

const types = ["null_resource", "terraform_data"] as const;

interface Made {
  readonly triggers_replace?: Readonly<Record<string, unknown>>;
  readonly "//"?: unknown;
  readonly lifecycle?: { readonly postcondition?: readonly object[] };
}

/** What is made of a stack on a type of resource, by Terraform's name, after an aspect has changed every resource. */
function madeOn(
  resourceType: (typeof types)[number],
  build: (stack: TerraformStack) => unknown,
  change: (resource: TerraformResource) => void = () => {},
): Readonly<Record<string, Made>> {
  const { json } = synth((stack) => {
    new ExperimentationService(stack, "service", { resourceType });
    build(stack);
    Aspects.of(stack).add({
      visit: (node) => {
        if (TerraformResource.isTerraformResource(node)) change(node);
      },
    });
  });
  expect(Object.keys(json.resource ?? {})).toEqual([resourceType]);
  return (json.resource?.[resourceType] ?? {}) as Readonly<Record<string, Made>>;
}

const beta = (stack: TerraformStack) => new Segment(stack, "beta", segment);

test("terraform_data has the same resource names, and plans each field in its own type; JSON differs from text like it", () => {
  const given = { team: null, targetApps: [], hypothesis: "null", description: "[]" };
  const made = madeOn("terraform_data", (stack) => {
    const exposures = new AssignmentSource(stack, "exposures", assignmentSource);
    new Experiment(stack, "button", { ...experiment, assignmentSourceName: exposures.name, ...given });
  });
  const [record, source] = ["experiment_checkout_button", "assignment_source_exposures"];
  const service = `experimentation_service_of_${source}`;
  expect(Object.keys(made).sort()).toEqual([source, record, `${record}_revision`, service].sort());
  expect(made.experiment_checkout_button_revision?.triggers_replace).toMatchObject({
    of: `\${terraform_data.experiment_checkout_button.id}`,
    name: "Checkout button",
    allocation: 50,
    bonferroniCorrection: false,
    assignmentSourceName: "exposures",
    team: "null",
    hypothesis: '"null"',
    targetApps: `\${jsondecode("[]")}`,
    description: '"[]"',
  });
});

test("a service that sets terraform_data after constructs that use null_resource is refused in one line", () => {
  const refused = refusedAtSynth((stack) => {
    for (const id of ["a", "b", "c"]) new Segment(stack, id, { ...segment, id: `${id}_users` });
    const service = new ExperimentationService(stack, "service", { resourceType: "terraform_data" });
    new Segment(stack, "named", { ...segment, id: "named", service });
  });
  expect(refused).toEqual([
    '[stack/service] sets the resourceType terraform_data, but is declared after stack/a and 2 more; declare it first, or pass it as the prop "service" (more: npx --no-install cdktf-experimentation explain service)',
  ]);
});

test("a null_resource and its provider are of the bindings, so that an aspect finds them and changes triggers", () => {
  const { resource: made } = synth((stack) => {
    beta(stack);
    const all = stack.node.findAll();
    expect(all.filter((each) => TerraformResource.isTerraformResource(each))).toEqual([expect.any(resource.Resource)]);
    expect(all.filter((each) => TerraformProvider.isTerraformProvider(each))).toEqual([
      expect.any(provider.NullProvider),
    ]);
    Aspects.of(stack).add({
      visit: (node) => {
        if (node instanceof resource.Resource) node.triggers = { ...node.triggersInput, team: "$${x}" };
      },
    });
  }).json;
  expect(made?.null_resource?.segment_beta_users?.triggers.team).toBe("$${x}");
});

/** An aspect's change that assigns a lifecycle. */
const assigning =
  (change: (own?: TerraformResourceLifecycle) => TerraformResourceLifecycle | undefined) =>
  (resource: TerraformResource) => {
    resource.lifecycle = change(resource.lifecycle);
  };

const losing: readonly (readonly [how: string, change: (resource: TerraformResource) => void])[] = [
  ["assigns none", assigning(() => undefined)],
  ["assigns some", assigning((own) => ({ ...own, ignoreChanges: ["input"] }))],
  ["changes them in place", ({ lifecycle }) => lifecycle && Object.assign(lifecycle, { postcondition: [] })],
  ["overrides one", (resource) => resource.addOverride("lifecycle.postcondition", undefined)],
];

const adding: readonly (readonly [how: string, change: (resource: TerraformResource) => void])[] = [
  ["a setting", assigning((own) => ({ ...own, createBeforeDestroy: true }))],
  ["a condition", assigning((own) => ({ ...own, precondition: [{ condition: true, errorMessage: "never" }] }))],
  ["what stands for no setting", assigning((own) => ({ ...own, preventDestroy: false }))],
  ["all that may be ignored", assigning((own) => ({ ...own, ignoreChanges: "all" }))],
  ["by overrides", (resource) => resource.addOverride("lifecycle.ignore_changes", ["input"])],
];

/** A change of the resource of that construct id, and of no other. */
const only =
  (id: string, change: (resource: TerraformResource) => void): ((resource: TerraformResource) => void) =>
  (resource) => {
    if (resource.node.id === id) change(resource);
  };

const breaking: readonly (readonly [advice: RegExp, change: (resource: TerraformResource) => void])[] = [
  [
    /record: prevent_destroy .*in an aspect/,
    only(
      "record",
      assigning((own) => ({ ...own, preventDestroy: true })),
    ),
  ],
  [
    /revision: prevent_destroy/,
    only(
      "revision",
      assigning((own) => ({ ...own, preventDestroy: true })),
    ),
  ],
  [/upsert: prevent_destroy/, only("upsert", (resource) => resource.addOverride("lifecycle.prevent_destroy", true))],
  [
    /revision: ignore_changes .*ignoreChanges: true/,
    only(
      "revision",
      assigning(() => ({ ignoreChanges: "all" })),
    ),
  ],
  [
    /upsert: ignore_changes/,
    only("upsert", (resource) =>
      resource.addOverride(
        "lifecycle.ignore_changes",
        ["triggers", "triggers_replace"].map((name) => `${name}["sql"]`),
      ),
    ),
  ],
  [
    /record: replace_triggered_by .*reapply/,
    only(
      "record",
      assigning((own) => ({ ...own, replaceTriggeredBy: ["terraform_data.version"] })),
    ),
  ],
  [/record: count .*loop of your program/, (resource) => resource.addOverride("count", 2)],
  [/upsert: for_each/, only("upsert", (resource) => resource.addOverride("for_each", { a: 1 }))],
  [/record: importFrom .*adopt: true/, only("record", (resource) => resource.importFrom("one"))],
  [/revision: importFrom .*adopt: true/, only("revision", (resource) => resource.importFrom("one"))],
];

/** An entity of two resources whose second one changes, and one that is changed by its only call. */
function twoForms(stack: TerraformStack): void {
  new Experiment(stack, "button", experiment);
  new AssignmentSource(stack, "source", { ...assignmentSource, name: "exposures" });
}

describe.each(types)("a %s", (type) => {
  test.each(breaking)("refuses a change that a later deploy would fail by, or never send: %p", (advice, change) => {
    expect(messageOf(() => madeOn(type, twoForms, change))).toMatch(advice);
  });

  test.each(losing)("refuses an aspect that takes its guards away, because it %s, and says how to add", (_, change) => {
    expect(messageOf(() => madeOn(type, beta, change))).toMatch(
      /^stack\/beta\/record: its lifecycle has lost .*which refuse changes .* \{ \.\.\.resource\.lifecycle, createBeforeDestroy: true \}$/,
    );
  });

  test.each(adding)("takes an aspect that adds %s", (_, change) => {
    const { lifecycle } = madeOn(type, beta).segment_beta_users ?? {};
    expect(lifecycle?.postcondition).not.toHaveLength(0);
    expect(madeOn(type, beta, change).segment_beta_users?.lifecycle?.postcondition).toEqual(lifecycle?.postcondition);
  });

  test("has no path in it that a tool would write behind its address", () => {
    expect(madeOn(type, beta).segment_beta_users?.["//"]).toEqual({});
  });
});

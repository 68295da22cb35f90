import { Aspects, TerraformResource, type TerraformResourceLifecycle } from "cdktf";
import type { IConstruct } from "constructs";
import { ExperimentationService, Segment } from "../../../lib";
import { segment } from "../entities";
import { messageOf, synth } from "../synth";

const types = ["null_resource", "terraform_data"] as const;

/** The lifecycle of a segment's record, after an aspect has changed every resource. */
function changed(
  resourceType: (typeof types)[number],
  change: (resource: TerraformResource) => void,
): { readonly postcondition?: readonly object[] } | undefined {
  const { json } = synth((stack) => {
    new ExperimentationService(stack, "service", { resourceType });
    new Segment(stack, "beta", segment);
    Aspects.of(stack).add({
      visit: (node: IConstruct) => {
        if (TerraformResource.isTerraformResource(node)) change(node);
      },
    });
  });
  return (json.resource?.[resourceType]?.segment_beta_users as { lifecycle?: object } | undefined)?.lifecycle;
}

/** An aspect's change that assigns a lifecycle. */
function assigning(change: (own?: TerraformResourceLifecycle) => TerraformResourceLifecycle | undefined) {
  return (resource: TerraformResource) => {
    resource.lifecycle = change(resource.lifecycle);
  };
}

const losing: readonly (readonly [how: string, change: (resource: TerraformResource) => void])[] = [
  ["assigns others", assigning(() => ({ preventDestroy: true }))],
  ["assigns none", assigning(() => undefined)],
  ["assigns some", assigning((own) => ({ ...own, ignoreChanges: ["input"] }))],
  ["changes them in place", ({ lifecycle }) => lifecycle && Object.assign(lifecycle, { postcondition: [] })],
  ["overrides them all", (resource) => resource.addOverride("lifecycle", null)],
  ["overrides one", (resource) => resource.addOverride("lifecycle.postcondition", undefined)],
];

const adding: readonly (readonly [how: string, change: (resource: TerraformResource) => void])[] = [
  ["a setting", assigning((own) => ({ ...own, preventDestroy: true }))],
  ["all that may be ignored", assigning((own) => ({ ...own, ignoreChanges: "all" }))],
  ["by overrides", (resource) => resource.addOverride("lifecycle.ignore_changes", ["input"])],
];

describe.each(types)("an aspect on a %s", (type) => {
  test.each(losing)("that takes its guards away, because it %s, is an error, which says how to add", (_, change) => {
    expect(messageOf(() => changed(type, change))).toMatch(
      /^stack\/beta\/record: its lifecycle has lost .*which refuse changes .* \{ \.\.\.resource\.lifecycle, preventDestroy: true \}$/,
    );
  });

  test.each(adding)("that adds %s to its guards is none", (_, change) => {
    const { postcondition } = changed(type, () => {}) ?? {};
    expect(postcondition).not.toHaveLength(0);
    expect(changed(type, change)?.postcondition).toEqual(postcondition);
  });
});

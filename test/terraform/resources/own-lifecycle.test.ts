import { Aspects, TerraformResource, type TerraformResourceLifecycle } from "cdktf";
import type { IConstruct } from "constructs";
import { ExperimentationService, Segment } from "../../../lib";
import { segment } from "../entities";
import { messageOf, synth } from "../synth";

const types = ["null_resource", "terraform_data"] as const;

/** The lifecycle of a segment's record, after an aspect has assigned one to every resource. */
function withLifecycle(
  resourceType: (typeof types)[number],
  change: (own: TerraformResourceLifecycle | undefined) => TerraformResourceLifecycle,
): { readonly postcondition?: readonly object[] } | undefined {
  const { json } = synth((stack) => {
    new ExperimentationService(stack, "service", { resourceType });
    new Segment(stack, "beta", segment);
    Aspects.of(stack).add({
      visit: (node: IConstruct) => {
        if (TerraformResource.isTerraformResource(node)) node.lifecycle = change(node.lifecycle);
      },
    });
  });
  return (json.resource?.[resourceType]?.segment_beta_users as { lifecycle?: object } | undefined)?.lifecycle;
}

test.each(types)("an aspect that takes the guards of a %s away is an error, which says how to add to them", (type) => {
  for (const lost of [{ preventDestroy: true }, { ignoreChanges: ["triggers"] }, {}]) {
    expect(messageOf(() => withLifecycle(type, () => lost))).toMatch(
      /^stack\/beta\/record: its lifecycle has lost .*postcondition, which refuse changes .* \{ \.\.\.resource\.lifecycle, preventDestroy: true \}$/,
    );
  }
});

test.each(types)("an aspect that adds to the guards of a %s is none", (type) => {
  for (const added of [{ preventDestroy: true }, { ignoreChanges: "all" }] as const) {
    const lifecycle = withLifecycle(type, (own) => ({ ...own, ...added }));
    expect(lifecycle?.postcondition?.length).toBeGreaterThan(1);
  }
});

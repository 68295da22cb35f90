import { Aspects, TerraformResource, type TerraformResourceLifecycle } from "cdktf";
import type { IConstruct } from "constructs";
import { Segment } from "../../../lib";
import { segment } from "../entities";
import { messageOf, synth } from "../synth";

/** A stack with a segment, on which an aspect assigns the lifecycle of every resource. */
function withLifecycle(change: (own: TerraformResourceLifecycle | undefined) => TerraformResourceLifecycle) {
  return synth((stack) => {
    new Segment(stack, "beta", segment);
    Aspects.of(stack).add({
      visit: (node: IConstruct) => {
        if (TerraformResource.isTerraformResource(node)) node.lifecycle = change(node.lifecycle);
      },
    });
  });
}

test("an aspect that takes the guards of a resource away is an error at synth, which says how to add to them", () => {
  for (const lost of [{ preventDestroy: true }, { ignoreChanges: ["triggers"] }, {}]) {
    expect(messageOf(() => withLifecycle(() => lost))).toMatch(
      /^stack\/beta\/record: its lifecycle has lost .*postcondition, which refuse changes .* \{ \.\.\.resource\.lifecycle, preventDestroy: true \}$/,
    );
  }
});

test("an aspect that adds to the guards of a resource is none", () => {
  for (const added of [{ preventDestroy: true }, { ignoreChanges: "all" }] as const) {
    const { lifecycle } = withLifecycle((own) => ({ ...own, ...added })).resource("segment_beta_users");
    expect(lifecycle?.postcondition?.length).toBeGreaterThan(1);
  }
});

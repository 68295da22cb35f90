import { provider, resource } from "@cdktf/provider-null";
import { Aspects, TerraformProvider, TerraformResource } from "cdktf";
import { AssignmentSource, Experiment } from "../../../lib";
import { assignmentSource, experiment } from "../entities";
import { synth } from "../synth";

const NAMES = [
  ...["experiment_checkout_button", "experiment_checkout_button_revision"],
  ...["experimentation_service_of_assignment_source_exposures", "assignment_source_exposures"],
];

test("a null_resource and its provider are of the bindings, so that an aspect finds them and changes triggers", () => {
  const { resource: made } = synth((stack) => {
    new Experiment(stack, "button", experiment);
    new AssignmentSource(stack, "exposures", assignmentSource);
    const all = stack.node.findAll();
    const resources = all.filter((each) => TerraformResource.isTerraformResource(each));
    const providers = all.filter((each) => TerraformProvider.isTerraformProvider(each));
    expect(resources.map(({ friendlyUniqueId }) => friendlyUniqueId)).toEqual(NAMES);
    for (const each of resources) expect(each).toBeInstanceOf(resource.Resource);
    expect(providers).toEqual([expect.any(provider.NullProvider)]);
    Aspects.of(stack).add({
      visit: (node) => {
        if (node instanceof resource.Resource) node.triggers = { ...node.triggersInput, team: "$${x}" };
      },
    });
  }).json;

  for (const { triggers } of Object.values(made?.null_resource ?? {})) expect(triggers.team).toBe("$${x}");
});

import { provider, resource } from "@cdktf/provider-null";
import { Aspects, TerraformProvider, TerraformResource, type TerraformStack } from "cdktf";
import { AssignmentSource, Experiment, ExperimentationService } from "../../../lib";
import { assignmentSource, experiment } from "../entities";
import { emptyStack, synth } from "../synth";

const build = (stack: TerraformStack) => {
  new Experiment(stack, "button", experiment);
  new AssignmentSource(stack, "exposures", assignmentSource);
};

/** What the entities of that stack are in Terraform. */
const NAMES = [
  ...["experiment_checkout_button", "experiment_checkout_button_revision"],
  ...["experimentation_service_of_assignment_source_exposures", "assignment_source_exposures"],
];

function madeIn(stack: TerraformStack) {
  const all = stack.node.findAll();
  return {
    resources: all.filter((each) => TerraformResource.isTerraformResource(each)),
    providers: all.filter((each) => TerraformProvider.isTerraformProvider(each)),
  };
}

test("a null_resource and its provider are of the bindings, so that an aspect finds them and changes triggers", () => {
  const { resource: made } = synth((stack) => {
    build(stack);
    const { resources, providers } = madeIn(stack);
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

test("with terraform_data, there is neither", () => {
  const stack = emptyStack();
  new ExperimentationService(stack, "service", { resourceType: "terraform_data" });
  build(stack);
  const { resources, providers } = madeIn(stack);

  expect(resources.map(({ friendlyUniqueId }) => friendlyUniqueId)).toEqual(NAMES);
  for (const each of resources) expect(each).not.toBeInstanceOf(resource.Resource);
  expect(providers).toEqual([]);
});

import type { TerraformStack } from "cdktf";
import { AssignmentSource, Experiment, ExperimentationService, type ExperimentProps, Segment } from "../../../lib";
import { assignmentSource, experiment, segment } from "../entities";
import { refusedAtSynth, synth } from "../synth";

const build = (stack: TerraformStack, props: Partial<ExperimentProps> = {}) => {
  const service = new ExperimentationService(stack, "service", { resourceType: "terraform_data" });
  const exposures = new AssignmentSource(stack, "exposures", assignmentSource);
  new Experiment(stack, "button", { ...experiment, service, assignmentSourceName: exposures.name, ...props });
  return service;
};

/** What the resource holds in place of triggers. */
function heldBy(stack: ReturnType<typeof synth>, resourceName: string): Readonly<Record<string, unknown>> {
  const resources = (stack.json.resource as unknown as Record<string, Record<string, Record<string, unknown>>>)
    .terraform_data;
  return resources?.[resourceName]?.triggers_replace as Readonly<Record<string, unknown>>;
}

describe("entities that terraform_data represents", () => {
  test("have the same resource names, need no provider, and plan each field in its own type", () => {
    const stack = synth(build);
    expect(Object.keys(stack.json.resource ?? {})).toEqual(["terraform_data"]);
    expect(stack.json).not.toHaveProperty("provider");
    expect(heldBy(stack, "experiment_checkout_button_revision")).toMatchObject({
      of: `\${terraform_data.experiment_checkout_button.id}`,
      name: "Checkout button",
      allocation: 50,
      bonferroniCorrection: false,
      assignmentSourceName: "exposures",
    });
  });

  test("distinguish null from the text null, and JSON from text that looks like it", () => {
    const held = (props: Partial<ExperimentProps>) =>
      heldBy(
        synth((stack) => void build(stack, props)),
        "experiment_checkout_button_revision",
      );
    const values = [null, "null", "[]"].map((team) => held({ team }).team);
    expect(new Set(values).size).toBe(3);
    expect(held({ targetApps: "[]" }).targetApps).not.toEqual(held({ targetApps: [] }).targetApps);
  });
});

test("a service that sets terraform_data after constructs that use null_resource is refused in one line", () => {
  const refused = refusedAtSynth((stack) => {
    for (const id of ["a", "b", "c"]) new Segment(stack, id, { ...segment, id: `${id}_users` });
    const service = new ExperimentationService(stack, "service", { resourceType: "terraform_data" });
    new Segment(stack, "after", { ...segment, id: "after" });
    new Segment(stack, "named", { ...segment, id: "named", service });
  });
  expect(refused).toEqual([
    '[stack/service] sets the resourceType terraform_data, but is declared after stack/a and 2 more; declare it first, or pass it as the prop "service" (see docs/troubleshooting.md#service)',
  ]);
});

test.each(["terraform_data", "null_resource"] as const)(
  "no tool finds in a %s the path to write behind its address",
  (resourceType) => {
    const { json } = synth((stack) => {
      new Experiment(stack, "button", {
        ...experiment,
        service: new ExperimentationService(stack, "service", { resourceType }),
      });
    });
    const comments = Object.values((json.resource as Record<string, Record<string, object>>)[resourceType] ?? {}).map(
      (each) => (each as { readonly "//"?: unknown })["//"],
    );
    expect(comments).toEqual([{}, {}]);
  },
);

import { AssignmentSource, Experiment, ExperimentationService, fromEnvironment, Segment } from "../../lib";
import { assignmentSource, experiment, segment } from "./entities";
import { synth } from "./synth";

describe("reapply", () => {
  const revision = "experiment_checkout_button_revision";
  const triggersWith = (service: string | undefined, own: string | undefined) =>
    synth((scope) => {
      new ExperimentationService(scope, "service", { reapply: service });
      new Experiment(scope, "button", { ...experiment, reapply: own });
      new AssignmentSource(scope, "exposures", { ...assignmentSource, reapply: own });
      new Segment(scope, "beta", { ...segment, reapply: own });
    });

  test.each([
    ["none", undefined, undefined, undefined],
    ["the service's", "incident 7", undefined, "incident 7"],
    ["the construct's own", undefined, "again", "again"],
    ["both, where both are given", "incident 7", "again", '["incident 7","again"]'],
    ["text unchanged, even where Terraform would interpret it", `\${this} %{if}`, undefined, `$\${this} %%{if}`],
    ["a secret by its variable", fromEnvironment("AGAIN"), "a", '["(environment variable AGAIN)","a"]'],
  ])("is a trigger of what can be sent again, and is not sent: %s", (_, service, own, expected) => {
    const stack = triggersWith(service, own);
    expect(stack.triggers(revision).reapply).toBe(expected);
    expect(stack.triggers("assignment_source_exposures").reapply).toBe(expected);
    expect(stack.triggers("experiment_checkout_button")).not.toHaveProperty("reapply");
    expect(stack.triggers("segment_beta_users")).not.toHaveProperty("reapply");
    expect(JSON.stringify(stack.requestOf(revision))).not.toMatch(/incident|again|this|AGAIN/);
  });
});

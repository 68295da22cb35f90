import type { TerraformStack } from "cdktf";
import { Experiment, type ExperimentProps } from "../../lib";
import { CLI, common, inWorkspace, node, refusalOf } from "./example-runs";
import { linesOf } from "./terraform-text";

/** What the README shows first: an error, a plan and a risk of its first experiment. */
export function glanceOutputs(): Promise<Readonly<Record<string, string>>> {
  return inWorkspace(async ({ workspace, deploy, synthesise }) => {
    await deploy(onePage);
    const refused = refusalOf(workspace, () =>
      synthesise((stack) => onePage(stack, { allocation: 250, statsu: "active" })),
    );
    synthesise((stack) => onePage(stack, { allocation: 5 }));
    const plan = await workspace.terraform(["plan", "-out=plan"]);
    const { stdout: review } = await node([CLI, "review"], workspace.directory);
    return {
      glance: [
        "$ npx cdktf synth                    # with allocation: 250 and a typo; nothing is sent",
        refused,
        "$ npx cdktf diff                     # with allocation: 5; 'destroy' is Terraform's word: nothing is deleted",
        linesOf(plan.output, /^ +~ allocation|^Plan:/).replace(/^ +/, "  … "),
        "$ npx cdktf-experimentation review",
        linesOf(review, /^Not ready|^ +POST|^ +!/),
      ].join("\n"),
    };
  });
}

function onePage(stack: TerraformStack, changes: object = {}): void {
  const props: ExperimentProps = {
    ...common,
    name: "One page checkout",
    id: "one_page_checkout",
    status: "active",
    allocation: 10,
    groups: [
      { id: "control", size: 50, parameterValues: { steps: 4 } },
      { id: "one_page", size: 50, parameterValues: { steps: 1 } },
    ],
    ...changes,
  };
  new Experiment(stack, "one-page", props);
}

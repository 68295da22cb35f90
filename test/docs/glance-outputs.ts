import { CLI, experiment, inWorkspace, node, refusalOf } from "./example-runs";
import { linesOf } from "./terraform-text";

/** What the README shows first: an error, a plan and a risk of its first experiment. */
export function glanceOutputs(): Promise<Readonly<Record<string, string>>> {
  return inWorkspace(async ({ workspace, deploy, synthesise }) => {
    await deploy(experiment());
    const mistaken = { allocation: 250, statsu: "active" };
    const refused = refusalOf(workspace, () => synthesise(experiment(mistaken)));
    synthesise(experiment({ allocation: 5 }));
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

import { deployment } from "../deployment";
import { anExperiment } from "../samples";

test("a plan has one line for each field that changes, is added or is removed, and hides the rest", () =>
  deployment(async (service) => {
    await service.deploy(anExperiment({ controlGroupID: "control" }));
    const plan = await service.plan(
      anExperiment({ allocation: 70, bonferroniCorrection: true, description: "New.", duration: 14 }),
    );

    expect(changedLines(plan.output)).toEqual([
      "~ allocation = 50 -> 70",
      "~ bonferroniCorrection = false -> true",
      "- controlGroupID = control",
      "~ description = The colour of the button. -> New.",
      "+ duration = 14",
    ]);
    expect(plan.output).toMatch(/unchanged (elements|attributes) hidden/);
  }));

/**
 * The lines of a plan about changed fields, with single spaces and without quotes. Whether what goes has "-> null" depends
 * on the version of Terraform.
 */
function changedLines(output: string): string[] {
  return output
    .split("\n")
    .map((line) =>
      line
        .trim()
        .replaceAll('"', "")
        .replace(/ +/g, " ")
        .replace(/^(-.*) -> null$/, "$1"),
    )
    .filter((line) => /^[-+~] /.test(line) && !/^~ (id|triggers|triggers_replace) /.test(line));
}

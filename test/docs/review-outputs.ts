import type { TerraformStack } from "cdktf";
import { AssignmentSource, Experiment, Segment } from "../../lib";
import { CLI, inWorkspace, node, onePage } from "./example-runs";
import { ROOT } from "./pages";

/** What the review of a change says: of the sizes of groups, the query of an assignment source, and a segment that left. */
export function reviewOutputs(): Promise<Readonly<Record<string, string>>> {
  return inWorkspace(async ({ workspace, deploy, synthesise }) => {
    await deploy(former);
    synthesise(declared);
    await workspace.terraform(["plan", "-out=plan"]);
    const review = (...options: readonly string[]) => node([CLI, "review", ...options], workspace.directory);

    const { stdout: text } = await review();
    const { stdout: json } = await review("--format", "json");
    const strict = await review("--strict").then(
      () => "",
      ({ stderr }: { readonly stderr: string }) => stderr,
    );
    const { stacks } = JSON.parse(json) as Review;
    const experiment = stacks[0]?.changes.find(({ kind }) => kind === "experiment");
    const { stdout: help } = await node([CLI, "review", "--help"], ROOT);
    const options = help.slice(help.indexOf("  --plan"), help.indexOf("  -h, --help"));
    return {
      review: text,
      "review-strict": strict,
      "review-json": JSON.stringify(experiment, null, 2),
      "review-help": `${help.split("\n")[0]}\n\n${options}`,
    };
  });
}

interface Review {
  readonly stacks: readonly { readonly changes: readonly { readonly kind: string }[] }[];
}

const sql = "select user_id, experiment, variant, seen_at\nfrom exposures\nwhere app = 'web'";

function exposures(stack: TerraformStack, query: string): AssignmentSource {
  return new AssignmentSource(stack, "exposures", {
    name: "checkout_exposures",
    sql: query,
    timestampColumn: "seen_at",
    experimentIDColumn: "experiment",
    groupIDColumn: "variant",
    idTypeMapping: [{ serviceUnitID: "userID", column: "user_id" }],
  });
}

function former(stack: TerraformStack): void {
  const { name } = exposures(stack, sql);
  new Experiment(stack, "one-page", { ...onePage, assignmentSourceName: name });
  new Segment(stack, "beta", { name: "Beta testers", id: "beta_testers", type: "id_list" });
}

function declared(stack: TerraformStack): void {
  const { name } = exposures(stack, `${sql}\n  and not is_bot`);
  const [control, treatment] = onePage.groups;
  new Experiment(stack, "one-page", {
    ...onePage,
    assignmentSourceName: name,
    allocation: 25,
    groups: [
      { ...control, size: 30 },
      { ...treatment, size: 70 },
    ],
    acknowledge: ["running-groups"],
  });
}

import { join } from "node:path";
import type { TerraformStack } from "cdktf";
import { fromEnvironment, PromptVersion } from "../../lib";
import { accessTo, deployment } from "../support/deployment";
import { compare, type Measurement, type Row } from "./figures";
import { costOf, type Series } from "./processes";
import { experiments } from "./props";
import { callsOf, forget, type Site, synthesise } from "./synthesised";

/** Starts in a series, since bash counts whole milliseconds. */
const SERIES = 5;
const PAIRS = 12;

/** What a call costs, against the shortest that Node can run: that start is the floor of local-exec. */
export const oneCall: Measurement = {
  name: "one-call",
  about: "one process that makes one call, as local-exec starts it; CPU and wall time of a start, mean of a series",
  measure: () => deployment(measure),
};

async function measure(site: Site): Promise<readonly Row[]> {
  const bare: Series = { program: "node", args: ["-e"], each: Array<string>(SERIES).fill("0") };
  const create = await series(site, experiments(SERIES));
  const post = { ...create, args: [join(__dirname, "plain-post.cjs")], each: create.each.map(fileOf) };
  const costs = (each: Series) => () => costOf(each).finally(() => forget(site));
  const start = { against: "node -e 0", theirs: costs(bare), pairs: PAIRS };

  const rows = [
    ...(await compare({ what: "create", ours: costs(create), ...start })),
    ...(await compare({ what: "POST by node:http alone", ours: costs(post), ...start })),
    ...(await compare({
      what: "create",
      ours: costs(create),
      against: "POST by node:http alone",
      theirs: costs(post),
      pairs: PAIRS,
      goals: { cpu: 1.5, wall: 1.5 },
    })),
  ];
  const checked = await series(site, promptVersions);
  return [...rows, ...(await compare({ what: "create with a secret, checked", ours: costs(checked), ...start }))];
}

/** The applier's creates of a stack. */
async function series(site: Site, build: (stack: TerraformStack) => void): Promise<Series> {
  const { workspace, emulator } = site;
  const { applier, commands } = callsOf(await synthesise(workspace, build), "create");
  const environment = { ...accessTo(emulator), TOKEN: "a token that only the applier sees" };
  return { program: "node", args: [applier], each: commands, environment, directory: workspace.stackDirectory };
}

/** The request file that a command names. */
function fileOf(command: string): string {
  return command.split(" ").slice(2).join(" ");
}

function promptVersions(stack: TerraformStack): void {
  for (let index = 0; index < SERIES; index++) {
    new PromptVersion(stack, `version-${index}`, {
      promptID: "support_bot",
      id: `version_${index}`,
      name: `Version ${index}`,
      model: "large",
      prompts: [{ role: "system", content: "Be kind." }],
      auth_workflow_headers: [{ name: "Authorization", value: fromEnvironment("TOKEN") }],
    });
  }
}

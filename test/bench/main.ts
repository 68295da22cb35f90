import { realpath, rm, symlink, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { JOURNAL_FOLDER } from "../../lib/protocol/journal-entry";
import { accessTo, deployment } from "../support/deployment";
import { provider } from "../support/provider";
import { inFolder } from "../support/temporary-folder";
import { compare, costOf } from "./costs";
import { costOfTerraform, createCommand, deployed, type Maker, type Site, synth } from "./deployed";
import { experimentProps, experiments } from "./experiments";
import { printWaits } from "./waits";

const CLI = join(__dirname, "../../dist/cli/main.js");
const WORKER = [join(__dirname, "../support/run.mjs"), join(__dirname, "synth-worker.ts")];

/** A key as long as those of real services: it decides which words of a response have to be searched for it. */
const REAL_KEY = { emulator: { key: "console-0123456789abcdefghijklmnopqrstuvwxyzABCDEFG" } };

/** What is measured, by the name that chooses it: `npm run bench -- plan review`. */
const measurements: Readonly<Record<string, () => Promise<void>>> = {
  seconds: async () => {
    for (const count of [20, 200, 1_000]) await printWaits(count);
  },

  call: () =>
    deployment(async (site) => {
      const { command, interpreter } = await createCommand(site);
      // the applier looks for its Terraform by the name
      const terraform = join(site.workspace.directory, "terraform");
      await symlink(await realpath("/bin/bash"), terraform);
      const costOfCall = costOfCallBy(terraform, site);
      const create = () => costOfCall([...interpreter, command]);
      const post = () => costOfCall(["node", join(__dirname, "plain-post.cjs"), command.split(" ").at(-1) ?? ""]);
      const bare = () => costOf({ argv: ["node", "-e", "0"] });
      await compare("one create call", create, "a POST by node:http alone", post, 20);
      await compare("a POST by node:http alone", post, "node -e 0", bare, 20);
    }, REAL_KEY),

  deploy: () =>
    compare(
      "first deploy of 300 experiments",
      () => costOfFirstDeploy(300, "package"),
      "as many null_resources that run node -e 0 and echo",
      () => costOfFirstDeploy(300, "bare, starting"),
    ),

  plan: () =>
    deployment((ours) =>
      deployment(async (theirs) => {
        await deployed(ours, 1_000, "package");
        await deployed(theirs, 1_000, "bare");
        const plan = async (site: Site, maker: Maker) => {
          await synth(site, 1_000, maker);
          // it ends with 2, and so with an error here, when there is something to do
          return costOfTerraform(site, "plan", "-detailed-exitcode");
        };
        const against = (what: string, maker: Maker) =>
          compare(
            "plan of 1,000 experiments, nothing changed",
            () => plan(ours, "package"),
            what,
            () => plan(theirs, maker),
          );
        await against("as many null_resources with the same triggers", "bare");
        await against("as many that also run node and echo", "bare, starting");
      }),
    ),

  synth: () =>
    inFolder(async (directory) => {
      const by = (way: "code" | "hand") => async () => {
        await rm(join(directory, "cdktf.out"), { recursive: true, force: true });
        // what is made by hand is made of the package's output for one
        if (way === "hand") await costOf({ argv: ["node", ...WORKER, "code", "1"], directory });
        return costOf({ argv: ["node", ...WORKER, way, "5000"], directory });
      };
      const byHand = "the same output made by hand from NullResources";
      await compare("synth of 5,000 experiments", by("code"), byHand, by("hand"));
    }),

  review: () =>
    deployment(async (site) => {
      await deployed(site, 2_000, "package");
      const { directory, stackDirectory } = site.workspace;
      site.workspace.synth(experiments(2_000, { allocation: 60 }));
      await site.workspace.plan();
      await site.workspace.shownPlan();
      const plan = join(stackDirectory, "tfplan.json");
      const review = () => costOf({ argv: ["node", CLI, "review", "--plan", plan], directory });
      await compare("review of 2,000 changes", review, "JSON.parse of the plan", () => costOfParsing(plan));
    }),

  drift: () =>
    inFolder(async (directory) => {
      await costOf({ argv: ["node", ...WORKER, "code", "2000"], directory });
      const records = join(directory, "records.json");
      const drift = () => costOf({ argv: ["node", CLI, "drift", records], directory, exitCode: 1 });
      for (const [what, changes] of [
        ["differ", (index: number) => ({ ...experimentProps(index), allocation: 60 })],
        ["are missing", (index: number) => ({ ...experimentProps(index), id: `other_${index}` })],
      ] as const) {
        await writeFile(records, JSON.stringify({ data: Array.from({ length: 2_000 }, (_, index) => changes(index)) }));
        const parsing = "JSON.parse of the records";
        await compare(`drift of 2,000 experiments that ${what}`, drift, parsing, () => costOfParsing(records));
      }
    }),
};

/** A call as Terraform starts it, which is forgotten afterwards on both sides. */
function costOfCallBy(bash: string, { emulator, workspace }: Site) {
  return async (argv: readonly string[]) => {
    const directory = workspace.stackDirectory;
    const cost = await costOf({ argv, environment: accessTo(emulator), directory, bash });
    emulator.reset();
    await rm(join(directory, JOURNAL_FOLDER), { recursive: true, force: true });
    return cost;
  };
}

function costOfFirstDeploy(count: number, maker: Maker) {
  return deployment(async (site) => {
    await synth(site, count, maker);
    await costOfTerraform(site, "init");
    return costOfTerraform(site, "apply", "-auto-approve");
  });
}

function costOfParsing(file: string) {
  return costOf({ argv: ["node", "-e", `JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))`, file] });
}

/** Measures all, or what the arguments name. */
async function main(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => !(name in measurements));
  if (unknown !== undefined) throw new Error(`no ${unknown} here; there are ${Object.keys(measurements).join(", ")}`);
  const { description } = await provider();
  console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}; ${description}`);
  for (const [name, measure] of Object.entries(measurements)) {
    if (names.length === 0 || names.includes(name)) await measure();
  }
}

main(process.argv.slice(2)).then(() => process.exit());

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TerraformStack, TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, Include, Segment } from "../../lib";
import { accessTo, callByHand } from "../support/deployment";
import { run } from "../support/process";
import { terraform } from "../support/terraform";
import {
  addFirstStack,
  CLI,
  DEFINITION,
  experiment,
  inFolder,
  inWorkspace,
  node,
  onePage,
  synth,
  synthExample,
  warningsOf,
  withEmulator,
} from "./example-runs";
import { recipe } from "./pages";

/** What differs from run to run: ids, times, and how long a call took. */
export function masked(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
    .replaceAll(/\d{4}-\d{2}-\d{2}(T[\d:.]+Z| \d\d:\d\d UTC)/g, "<time>")
    .replaceAll(/in \d+ ms:/g, "in <duration>:")
    .replaceAll(/ +$/gm, "")
    .trim();
}

const LANGUAGES: Readonly<Record<string, string>> = {
  "adopted-yaml": "yaml",
  "review-json": "json",
  types: "ts",
  "types-json": "json",
};

type Outputs = ReadonlyMap<string, string>;

/** The outputs that stand in the pages. Each comes from a run. */
export async function outputs(): Promise<Outputs> {
  const making = Object.keys(runs).map(outputsOf);
  // a run that fails leaves the others to remove their folders
  await Promise.allSettled(making);
  return new Map((await Promise.all(making)).flatMap((each) => [...each]));
}

async function outputsOf(name: string): Promise<Outputs> {
  const shown = Object.entries((await runs[name]?.()) ?? {});
  return new Map(
    shown.map(([each, text]) => {
      if (text.trim() === "") throw new Error(`${name} shows nothing for ${each}`);
      return [`output:${each}`, `\`\`\`${LANGUAGES[each] ?? "text"}\n${text.trimEnd()}\n\`\`\`\n`];
    }),
  );
}

const runs: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  firstStack: () =>
    withEmulator((emulator) =>
      inFolder(async (folder) => {
        await addFirstStack(folder);
        const environment = accessTo(emulator);
        const stack = join(folder, "cdktf.out/stacks/checkout");
        await synth(folder);
        await terraform(stack, ["init"]);
        const deploy = await terraform(stack, ["apply", "-auto-approve"], environment);
        const requests = (await node([CLI, "requests"], folder)).stdout;
        await writeFile(join(folder, DEFINITION), recipe("one_page.yaml").replace("allocation: 10", "allocation: 60"));
        await synth(folder);
        await terraform(stack, ["plan", "-out=plan"], environment);
        return {
          "first-deploy": linesOf(deploy, /\(local-exec\): (?!Executing)|^Apply complete/),
          "first-review": (await node([CLI, "review"], folder)).stdout,
          requests: [...requests.split("\n").slice(0, 14), "    …"].join("\n"),
        };
      }),
    ),

  review: () =>
    inWorkspace(async ({ workspace, deploy, synthesise }) => {
      await deploy(former);
      synthesise(declared);
      await workspace.terraform(["plan", "-out=plan"]);
      const review = async (format: string) =>
        (await node([CLI, "review", "--format", format], workspace.directory)).stdout;
      const { stacks } = JSON.parse(await review("json")) as Review;
      const change = stacks[0]?.changes.find(({ kind }) => kind === "experiment");
      return { review: await review("text"), "review-json": inBrief(change) };
    }),

  files: () =>
    inWorkspace(async ({ workspace, synthesise }) => {
      const { directory } = workspace;
      const text = recipe("one_page.yaml");
      await mkdir(join(directory, "experiments"));
      await writeFile(join(directory, DEFINITION), text);
      synthesise((stack) => {
        new Include(stack, "experiments", { path: join(directory, "experiments") });
      });
      const { stdout: types } = await node([CLI, "types"], directory);
      const { stdout: typesJson } = await node([CLI, "types", "--format", "json"], directory);
      const wrong = text
        .replace("allocation: 10", "allocation: 110")
        .replace("size: 50, parameterValues: { steps: 1 }", "size: fifty, parameterValues: { steps: 1 }")
        .replace("hypothesis:", "hypotesis:");
      await writeFile(join(directory, DEFINITION), wrong);
      const { output: check } = await run(process.execPath, [CLI, "check"], { directory, environment: process.env });
      return { check, types, "types-json": inBrief(JSON.parse(typesJson)) };
    }),

  deferred: () =>
    inWorkspace(async ({ workspace, deploy, synthesise }) => {
      const build = (stack: TerraformStack) => {
        const allocation = new TerraformVariable(stack, "allocation", { type: "number" });
        const hypothesis = new TerraformVariable(stack, "hypothesis", { type: "string", sensitive: true });
        const values = { allocation: allocation.numberValue, hypothesis: hypothesis.stringValue };
        experiment(values)(stack);
      };
      const variables = (allocation: number, hypothesis: string) => ({
        TF_VAR_allocation: String(allocation),
        TF_VAR_hypothesis: hypothesis,
      });
      await deploy(build, variables(10, "Fewer steps."));
      synthesise(build);
      const plan = await workspace.plan({ environment: variables(40, "Fewer fields.") });
      const refused = await workspace.apply({ environment: variables(140, "Fewer fields.") });
      return { "deferred-plan": planOf(plan.output), "deferred-refusal": errorOf(refused.output) };
    }),

  existing: () =>
    inWorkspace(async ({ emulator, workspace, synthesise }) => {
      await callByHand(emulator, "POST /console/v1/experiments", onePage);
      synthesise(experiment());
      return { exists: errorOf((await workspace.apply()).output) };
    }),

  warning: () =>
    inWorkspace(async ({ workspace, synthesise }) => {
      const groups = onePage.groups.map((group) => ({ ...group, size: 45 }));
      synthesise(experiment({ status: "setup", groups }));
      return { warning: await warningsOf(workspace) };
    }),

  adopt: () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, "record.json"), recipe("record.json"));
      const out = "experiments/adopted.yaml";
      await mkdir(join(folder, "experiments"));
      await node([CLI, "adopt", "record.json", "--format", "yaml", "--out", out], folder);
      return { "adopted-yaml": await readFile(join(folder, out), "utf8") };
    }),

  drift: () =>
    inFolder(async (folder) => {
      await synthExample(folder);
      await writeFile(join(folder, "export.json"), recipe("export.json"));
      const { output } = await run(process.execPath, [CLI, "drift", "export.json"], {
        directory: folder,
        environment: process.env,
      });
      return { drift: output.replace(/^error:[\s\S]*/m, "") };
    }),

  preflight: () =>
    withEmulator((emulator) =>
      inFolder(async (folder) => {
        await synthExample(folder);
        const access = { ...accessTo(emulator), ASSISTANT_TOKEN: "a token" };
        return { preflight: (await node([CLI, "preflight"], folder, access)).stdout };
      }),
    ),
};

/** JSON in which an object of a few values takes one line. */
function inBrief(value: unknown): string {
  const lines = JSON.stringify(value, null, 2);
  return lines.replaceAll(
    /\{\s+([^{}]{1,80}?)\s+\}/g,
    (_, inner: string) => `{ ${inner.replaceAll(/\s*\n\s*/g, " ")} }`,
  );
}

function linesOf(text: string, pattern: RegExp): string {
  return text
    .split("\n")
    .filter((line) => pattern.test(line))
    .join("\n");
}

/** The resources of a plan, and what it comes to. */
function planOf(output: string): string {
  const [, plan = ""] = /^( {2}# [\s\S]*?^Plan: .*)$/m.exec(output) ?? [];
  return plan;
}

/** The applier's error, as it wrote it: Terraform breaks its lines and puts them into a frame. */
function errorOf(output: string): string {
  const [, error = ""] = /Output:\s(error:\s[\s\S]*?\n {2}next: [\s\S]*?)\n(?:\n|╵)/.exec(unframed(output)) ?? [];
  if (error === "") throw new Error(`no error in:\n${output}`);
  return error.replaceAll(/\n(?! )/g, " ");
}

/** What Terraform said, without the frame around its errors. */
function unframed(output: string): string {
  return output.replaceAll(/^│ ?/gm, "");
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

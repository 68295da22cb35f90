import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type TerraformStack, TerraformVariable } from "cdktf";
import { fromEnvironment, PromptVersion } from "../../lib";
import { startEmulator } from "../../lib/emulator";
import { inScene, subjects } from "../applier/subjects";
import { accessTo, callByHand } from "../support/deployment";
import { start } from "../support/process";
import { terraform } from "../support/terraform";
import {
  addFirstStack,
  anonymous,
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
import { fileOutputs } from "./file-outputs";
import { ROOT, recipe } from "./pages";
import { reviewOutputs } from "./review-outputs";
import { errorOf, linesOf, planOf, unframed } from "./terraform-text";

/** What differs from run to run: ids, times, how long a call took, and the waits for a service that nobody reaches. */
export function masked(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
    .replaceAll(/\d{4}-\d{2}-\d{2}(T[\d:.]+Z| \d\d:\d\d UTC)/g, "<time>")
    .replaceAll(/in \d+ ms:/g, "in <duration>:")
    .replaceAll(/waiting [\d.]+ s (.*connection refused \(attempt) \d+/g, "waiting <duration> $1 <count>")
    .replaceAll(/gives up in [\d,.]+ s/g, "gives up in <duration>")
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
  const made: Outputs[] = [];
  // one after the other: a run that waits for another would show longer times
  for (const name of Object.keys(runs)) made.push(await outputsOf(name));
  return new Map(made.flatMap((each) => [...each]));
}

/** The same, in less time, with longer times in them. */
export async function outputsSideBySide(): Promise<Outputs> {
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
          "first-plan": planOf(await terraform(stack, ["plan"], environment)),
          "first-review": (await node([CLI, "review"], folder)).stdout,
          requests: [...requests.split("\n").slice(0, 14), "    …"].join("\n"),
        };
      }),
    ),

  guard: () =>
    inWorkspace(async ({ workspace, deploy, synthesise }) => {
      await deploy(experiment({ layerID: "desktop" }));
      synthesise(experiment({ layerID: "mobile" }));
      const text = unframed((await workspace.plan()).output);
      const [, refusal = ""] = /(experiment "one_page_checkout"[\s\S]*?id\.[^)]*\))/.exec(text) ?? [];
      return { guard: `Error: Resource postcondition failed\n…\n${refusal}` };
    }),

  moved: () =>
    inWorkspace(async ({ emulator, workspace, synthesise }) => {
      synthesise(experiment(), { baseUrl: emulator.baseUrl });
      await workspace.apply();
      synthesise(experiment(), { baseUrl: "https://console.example.com" });
      const text = unframed((await workspace.plan()).output);
      const [message = ""] = /^experiment [\s\S]*?"-target=\S+"$/m.exec(text) ?? [];
      return { moved: message.replace(/"-chdir=.*(\/cdktf\.out)/, '"-chdir=…$1') };
    }),

  review: reviewOutputs,

  files: fileOutputs,

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

  secret: () =>
    inWorkspace(async ({ workspace, synthesise }) => {
      synthesise((stack) => {
        const prompts = [{ role: "system", content: "You help shoppers to finish their order. Be brief." }];
        const value = `Bearer ${fromEnvironment("ASSISTANT_TOKEN")}`;
        const auth_workflow_headers = [{ name: "Authorization", value }];
        new PromptVersion(stack, "assistant", { promptID: "checkout_assistant", prompts, auth_workflow_headers });
      });
      const { output } = await workspace.plan();
      return { "secret-plan": /^ *\+ auth_workflow_headers[\s\S]*?^ {10}\+? *\]$/m.exec(output)?.[0] ?? "" };
    }),

  existing: () =>
    inWorkspace(async ({ emulator, workspace, synthesise }) => {
      await callByHand(emulator, "POST /console/v1/experiments", onePage);
      synthesise(experiment());
      return { exists: errorOf((await workspace.apply()).output) };
    }),

  waiting: () =>
    inWorkspace(async ({ emulator, workspace, synthesise }) => {
      emulator.fail({ status: 429, headers: { "Retry-After": "2" }, body: { message: "Too many changes." } });
      synthesise(experiment());
      const limited = await workspace.apply();
      return {
        waiting: [linesOf(limited.output, /waiting/).replace(/^.*local-exec\): /, ""), await waitingForNobody()].join(
          "\n",
        ),
      };
    }),

  cutOff: () =>
    inWorkspace(async ({ emulator, workspace, synthesise }) => {
      emulator.fail({ hang: true });
      synthesise(experiment());
      const killed = new AbortController();
      const applied = workspace.apply({ signal: killed.signal });
      for (let left = 1_000; emulator.calls.length === 0 && left > 0; left--) await pause(20);
      killed.abort();
      await applied;
      // the applier ends as soon as it finds Terraform gone
      for (let left = 50; left > 0; left--) {
        synthesise(experiment());
        if ((await warningsOf(workspace)) !== "") break;
        await pause(200);
      }
      return { "cut-off": await warningsOf(workspace) };
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

  dayTwo: () =>
    inFolder(async (folder) => {
      await synthExample(folder);
      await writeFile(join(folder, "export.json"), recipe("export.json"));
      const { stdout: list } = await node([CLI, "list"], folder);
      // what differs is exit code 1
      const drift = await node([CLI, "drift", "export.json"], folder).catch(
        (error: { readonly stdout: string }) => error,
      );
      return { list, drift: drift.stdout };
    }),

  preflight: () =>
    withEmulator((emulator) =>
      inFolder(async (folder) => {
        await synthExample(folder);
        const access = { ...accessTo(emulator), ASSISTANT_TOKEN: "a token" };
        return { preflight: (await node([CLI, "preflight"], folder, access)).stdout };
      }),
    ),

  help: async () => ({ help: (await node([CLI, "--help"], ROOT)).stdout }),

  emulator: async () => ({ emulator: await greeting() }),
};

/** What the applier says first when nothing listens at the base URL. */
async function waitingForNobody(): Promise<string> {
  const { baseUrl, close } = await startEmulator();
  await close();
  return inScene(subjects[0], async (scene) => {
    const { process: applier, ended, said } = scene.start({ SERVICE_BASE_URL: baseUrl });
    await said(")\n");
    applier.kill("SIGKILL");
    return anonymous((await ended).stdout.split("\n")[0] ?? "", baseUrl);
  });
}

/** What `emulator` says when it starts. */
async function greeting(): Promise<string> {
  const emulator = start(process.execPath, [CLI, "emulator", "--port", "0"], { environment: process.env });
  const said = await emulator.said("Ctrl-C stops it");
  emulator.process.kill();
  await emulator.ended;
  return said.trim().replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:8787");
}

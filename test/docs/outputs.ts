import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../support/process";
import { inFolder } from "../support/temporary-folder";
import { blockOf, CLI, DEFINITION, inProject, moduleOf, synth, synthExample } from "./example-runs";
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
  types: "ts",
};

/** The outputs that stand in the pages. Each comes from a run. */
export async function outputs(): Promise<ReadonlyMap<string, string>> {
  const making = [firstProject(), exampleApp(), stackInCode()];
  // a run that fails leaves the others to remove their folders
  await Promise.allSettled(making);
  const shown = (await Promise.all(making)).flatMap((each) => Object.entries(each));
  return new Map(
    shown.map(([name, text]) => {
      if (text.trim() === "") throw new Error(`nothing to show for ${name}`);
      return [`output:${name}`, `\`\`\`${LANGUAGES[name] ?? "text"}\n${text.trimEnd()}\n\`\`\`\n`];
    }),
  );
}

type Shown = Readonly<Record<string, string>>;

/** The README's first project, and what its definitions become. */
function firstProject(): Promise<Shown> {
  return inProject(async ({ folder, says, terraform }) => {
    const writes = (name: string, text: string) => writeFile(join(folder, name), text);
    const first = recipe("one_page.yaml");
    const types = await says("types");
    const deploy = await terraform(["apply", "-auto-approve"]);
    await writes(DEFINITION, first.replace("size: 50", "size: 30").replace("size: 50", "size: 70"));
    await synth(folder);
    await terraform(["plan", "-out=plan"]);
    const review = await says("review");

    const wrong = first
      .replace("allocation: 10", "allocation: 110")
      .replace("size: 50, parameterValues: { steps: 1 }", "size: fifty, parameterValues: { steps: 1 }")
      .replace("hypothesis:", "hypotesis:");
    await writes(DEFINITION, wrong);
    await writes("record.json", recipe("record.json"));
    await says("adopt", "record.json", "--format", "yaml", "--out", "experiments/adopted.yaml");
    return {
      "first-deploy": linesOf(deploy, /\(local-exec\): (?!Executing)|^Apply complete/),
      review,
      check: await finds("check", [DEFINITION], folder),
      types,
      "adopted-yaml": await readFile(join(folder, "experiments/adopted.yaml"), "utf8"),
    };
  });
}

/** The example app, and an export that differs from it. */
function exampleApp(): Promise<Shown> {
  return inFolder(async (folder) => {
    await synthExample(folder);
    await writeFile(join(folder, "export.json"), recipe("export.json"));
    const drift = await finds("drift", ["export.json"], folder);
    return { drift: drift.replace(/^error:[\s\S]*/m, "") };
  });
}

/** What a command says that finds something, and so ends with 1. */
async function finds(command: string, argv: readonly string[], directory: string): Promise<string> {
  return (
    await run(process.execPath, [CLI, command, ...argv], {
      directory,
      environment: { ...process.env, LC_ALL: "C.UTF-8" },
    })
  ).output;
}

/** The experiment of the page about values that only Terraform knows. */
function stackInCode(): Promise<Shown> {
  return inProject(async ({ folder, terraform }) => {
    const block = blockOf("docs/values.md", ({ code }) => code.includes("allocation.numberValue"));
    const code = moduleOf(block).replaceAll(/"(cdktf|cdktf-experimentation)"/g, (_, name) =>
      name === "cdktf" ? '"cdktn"' : '"cdktf-experimentation/cdktn"',
    );
    await writeFile(join(folder, "main.ts"), code);
    await synth(folder);
    const variables = (TF_VAR_allocation: string, TF_VAR_hypothesis: string) => ({
      TF_VAR_allocation,
      TF_VAR_hypothesis,
    });
    await terraform(["apply", "-auto-approve"], variables("10", "Fewer steps."));
    const refused = await terraform(["apply", "-auto-approve"], variables("140", "Fewer fields."));
    return { "deferred-refusal": errorOf(refused) };
  });
}

function linesOf(text: string, pattern: RegExp): string {
  return text
    .split("\n")
    .filter((line) => pattern.test(line))
    .join("\n");
}

/** The applier's error, as it wrote it: Terraform breaks its lines and puts them into a frame. */
function errorOf(output: string): string {
  const unframed = output.replaceAll(/^│ ?/gm, "");
  const [, error = ""] = /Output:\s(error:\s[\s\S]*?\n {2}next: [\s\S]*?)\n(?:\n|╵)/.exec(unframed) ?? [];
  if (error === "") throw new Error(`no error in:\n${output}`);
  return error.replaceAll(/\n(?! )/g, " ");
}

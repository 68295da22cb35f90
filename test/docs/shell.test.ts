import { stripVTControlCharacters } from "node:util";
import { accessTo } from "../support/deployment";
import { run } from "../support/process";
import { terraformEnvironment } from "../support/terraform";
import { addFirstStack, inFolder, moduleWith, withEmulator } from "./example-runs";
import { blocksOf, pages } from "./pages";
import { runningExperiments, type SessionStep, writesApp } from "./running-experiments";
import { addCommands, addPlatform, addStandIn, addTool, pathIn } from "./user-project";

const lines = pages()
  .flatMap(blocksOf)
  .flatMap(({ language, code, marker }) => (language === "sh" && !marker.startsWith("recipe:") ? code.split("\n") : []))
  .map((line) => line.replace(/ +#.*$/, "").trim())
  .filter((line) => line !== "");

/** What is not run here, and why. */
const notRun: Readonly<Record<string, RegExp>> = {
  "asks the registry": /^npm (init|install|ci)\b/,
  "is this repository's own":
    /^(npm (test|run (build|demo|bench|coverage|test:\w+))$|(npm run build && )?npx jest|node test\/)/,
  "is held with the recipes, and with the outputs":
    /^(sh export\.sh$|npx (tsx --test|cdktf-experimentation (adopt|check$|drift export|review 'checkout-production')))/,
  "the framework's own command, of which there is a stand-in": /^npx cdktf synth --hcl$/,
  "is of a platform": /PLANFILE/,
  "runs until it is stopped; its greeting is an output in the pages": /^npx cdktf-experimentation emulator$/,
};

/** Only there to end what hangs: the framework's command takes its time. */
const PATIENCE = 300;

interface Session {
  /** Whether the framework's own command runs, which takes seconds each time. Otherwise, it is a stand-in. */
  readonly isByCommand?: true;
  readonly lines: readonly SessionStep[];
  readonly says: readonly RegExp[];
}

const sessions: Readonly<Record<string, Session>> = {
  "running experiments": runningExperiments,
  "the first stack, by the command": {
    isByCommand: true,
    lines: [
      "export SERVICE_BASE_URL=http://127.0.0.1:8787 SERVICE_API_KEY=emulator-key",
      "npx cdktn deploy checkout",
      "npx cdktn diff checkout",
      "npx cdktf diff checkout",
      "npx cdktf-experimentation review checkout",
      "npx cdktf-experimentation requests",
      "npx cdktf-experimentation list",
    ],
    says: [
      /created experiment one_page_checkout/,
      /^Nothing changes$/m,
      /first deploy: POST/,
      /1 experiment in 1 stack/,
    ],
  },
  "the first stack, without the command": {
    lines: [
      "npx tsx main.ts && terraform -chdir=cdktf.out/stacks/checkout init && terraform -chdir=cdktf.out/stacks/checkout apply",
      "SERVICE_ADOPT_EXISTING=true npx cdktf deploy checkout",
      `curl --header "SERVICE-API-KEY: $SERVICE_API_KEY" --json '{"status": 500, "effect": true}' "$SERVICE_BASE_URL/emulator/faults"`,
      "npx cdktf synth && npx cdktf-experimentation preflight",
      "npx cdktf-experimentation requests --format json --out entities.json",
      "terraform -chdir=cdktf.out/stacks/checkout destroy",
      "mkdir -p .github/workflows",
      "cp node_modules/cdktf-experimentation/docs/pipelines/github-actions.yml .github/workflows/experiments.yml",
      "cp node_modules/cdktf-experimentation/docs/pipelines/gitlab-ci.yml .gitlab-ci.yml",
    ],
    says: [
      /created experiment one_page_checkout/,
      /Apply complete! Resources: 2 added/,
      /0 added, 0 changed/,
      /Fault queued/,
      /valid +experiment one_page_checkout/,
      /Destroy complete/,
    ],
  },
  "application code": {
    lines: [
      { outside: "mkdir src && npx tsx main.ts" },
      "npx cdktf-experimentation types --out src/experiments.ts",
      "npx cdktf synth && npx cdktf-experimentation types --check --out src/experiments.ts",
      "npx cdktf-experimentation types --format json --out experiments.json",
    ],
    says: [/^exit code 0\n$/],
  },
  "several environments": {
    lines: [
      writesApp(moduleWith("docs/environments-and-ci.md", "class Checkout")),
      "npx cdktf synth",
      "diff <(npx cdktf-experimentation requests checkout-staging) <(npx cdktf-experimentation requests checkout-production)",
    ],
    says: [/^< to https:\/\/staging\.example\.com, .*STAGING_KEY\n---\n> to https:\/\/console[^\n]*\n$/m],
  },
};

test("every line of shell in the pages is run, or there is a reason", () => {
  const run = Object.values(sessions).flatMap(linesIn);
  const reasons = Object.values(notRun);
  const others = lines.filter((line) => !run.includes(line));

  expect(others.filter((line) => !reasons.some((reason) => reason.test(line)))).toEqual([]);
  expect(reasons.filter((reason) => !others.some((line) => reason.test(line)))).toEqual([]);
  expect(run.filter((line) => !lines.includes(line))).toEqual([]);
});

test.concurrent.each(Object.entries(sessions))(
  "the lines do what the pages say in %s",
  (_, session) =>
    withEmulator((emulator) =>
      inFolder(async (folder) => {
        await addFirstStack(folder);
        await addCommands(folder);
        await (session.isByCommand ? addTool : addStandIn)(folder);
        await addPlatform(folder);
        const steps = session.lines.map(shellOf);
        const lines = session.isByCommand ? steps.map(asRun) : steps;
        const script = lines.join("\n").replaceAll("http://127.0.0.1:8787", emulator.baseUrl);
        const { exitCode, output } = await run("bash", ["-e", "-c", script], {
          directory: folder,
          environment: {
            ...(await terraformEnvironment(folder)),
            PATH: pathIn(folder),
            npm_config_offline: "true",
            // what cdktf makes for a test of a user's goes with the folder
            TMPDIR: folder,
            // what a reader answers by hand
            TF_CLI_ARGS_apply: "-auto-approve",
            TF_CLI_ARGS_destroy: "-auto-approve",
            ...accessTo(emulator),
          },
          patience: PATIENCE,
        });
        const said = stripVTControlCharacters(`exit code ${exitCode}\n${output}`);
        for (const pattern of session.says) expect(said).toMatch(pattern);
        // two environments differ
        expect(exitCode).toBe(script.includes("diff <(") ? 1 : 0);
        // no text of it goes into the pages
        return null;
      }),
    ),
  PATIENCE * 1000,
);

/** The lines of a session that stand in the pages. */
function linesIn({ lines }: Session): string[] {
  return lines.flatMap((step) => (typeof step === "string" ? step : "fails" in step ? step.fails : []));
}

function shellOf(step: SessionStep): string {
  if (typeof step === "string") return step;
  return "fails" in step ? `! ${step.fails}` : step.outside;
}

/** A line with the answers that a reader gives by hand. */
function asRun(line: string): string {
  return line
    .replace(/(cdkt[fn] deploy checkout)/, "$1 --auto-approve --skip-provider-lock")
    .replace(/(cdkt[fn] diff)/, "$1 --skip-provider-lock");
}

import { stripVTControlCharacters } from "node:util";
import { accessTo } from "../support/deployment";
import { run } from "../support/process";
import { inFolder } from "../support/temporary-folder";
import { terraformEnvironment } from "../support/terraform";
import {
  addCommands,
  addFirstStack,
  addPlatform,
  blockOf,
  moduleOf,
  onePage,
  pathIn,
  prelude,
  withEmulator,
} from "./example-runs";
import { blocksOf, pages } from "./pages";

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
  "is the README's, whose commands run in their order on a clean clone":
    /^(cd \.\.\/checkout|npm run (init|emulator|deploy|plan)|export SERVICE_BASE_URL)/,
  "is held with the recipes, and with the outputs":
    /^(sh export\.sh$|npx (tsx --test|--no-install cdktf-experimentation (adopt|check$|drift export|review 'checkout-production')))/,
  "the framework's own command, of which there is a stand-in": /^npx cdktf synth --hcl$/,
  "is of a platform": /PLANFILE/,
  "runs until it is stopped; its greeting is an output in the pages":
    /^npx --no-install cdktf-experimentation emulator$/,
};

/** Only there to end what hangs. */
const PATIENCE = 300;

/** A step of a session: a line of the pages, one that ends with 1, or what happens outside. */
type Step = string | { readonly fails: string } | { readonly outside: string };

type Session = { readonly lines: readonly Step[]; readonly says: readonly RegExp[] };

const PAGE = "docs/running-experiments.md";

const ADDRESS = "terraform_data.experiment_one_page_checkout";

/** The app of the page: each stack with the statement of the page's block that has this text, or with nothing. */
function app(stacks: Readonly<Record<string, string>>): Step {
  const stack = ([name, text]: readonly [string, string]) => `
new (class extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new ExperimentationService(this, "service", { resourceType: "terraform_data" });
    ${text === "" ? "" : blockWith(text)}
  }
})(app, "${name}");`;
  const start = 'Object.assign(onePage, { acknowledge: ["start-incomplete"] });\nconst app = new App();';
  return writesApp(`${prelude}${start}${Object.entries(stacks).map(stack).join("")}\napp.synth();`);
}

/** The code of the app is replaced. */
function writesApp(program: string): Step {
  return { outside: `cat >main.ts <<'END'\n${program}\nEND` };
}

function blockWith(text: string): string {
  if (text === "setup") return 'new Experiment(this, "one-page", { ...onePage, status: "setup" });';
  if (text === "adopted") return blockWith('status: "decision_made"').replace("...onePage", "...onePage, adopt: true");
  return blockOf(PAGE, ({ language, code }) => language === "ts" && code.includes(text)).code;
}

const { id, ...update } = onePage;

/** Somebody stops the experiment in the console, and keeps the response. */
const stopByHand = `curl --silent --header "SERVICE-API-KEY: $SERVICE_API_KEY" \
  --json '${JSON.stringify({ ...update, status: "experiment_stopped" })}' \
  "$SERVICE_BASE_URL/console/v1/experiments/${id}" >experiments.json`;

/** What the page about running experiments tells to do, in one go. */
const runningExperiments: Session = {
  lines: [
    app({ checkout: "setup", growth: "" }),
    "npx cdktf diff checkout",
    "npx --no-install cdktf-experimentation review checkout",
    "npx cdktf deploy checkout",
    app({ checkout: "allocation: 10, endsOn", growth: "" }),
    "npx cdktf deploy checkout",
    app({ checkout: 'status: "experiment_stopped"', growth: "" }),
    "npx cdktf deploy checkout --auto-approve",
    app({ checkout: "allocation: 10, endsOn", growth: "" }),
    { outside: "npx cdktf diff checkout" },
    "npx --no-install cdktf-experimentation review checkout --strict --accept status-step:experiment/one_page_checkout",
    "npx cdktf deploy checkout",
    { outside: stopByHand },
    { fails: "npx --no-install cdktf-experimentation drift experiments.json checkout" },
    app({ checkout: "reapply:", growth: "" }),
    { outside: "npx cdktf diff checkout" },
    "npx --no-install cdktf-experimentation review checkout --records experiments.json",
    "npx cdktf deploy checkout",
    { outside: "echo LEFT ALONE" },
    app({ checkout: "ignoreChanges: true", growth: "" }),
    { outside: "npx cdktf diff checkout" },
    `terraform -chdir=cdktf.out/stacks/checkout apply -replace=${ADDRESS}_revision`,
    app({ checkout: 'status: "decision_made"', growth: "" }),
    "npx cdktf deploy checkout",
    { outside: "echo MOVED" },
    app({ checkout: "", growth: "adopted" }),
    { outside: "npx cdktf deploy '*'" },
    app({ checkout: "", growth: 'status: "decision_made"' }),
    { outside: "npx cdktf diff checkout && npx cdktf diff growth" },
    { outside: "echo RENAMED" },
    "terraform -chdir=cdktf.out/stacks/growth state pull > growth.tfstate",
    app({ checkout: "", acquisition: 'status: "decision_made"' }),
    "npx cdktf synth",
    "terraform -chdir=cdktf.out/stacks/acquisition init",
    "terraform -chdir=cdktf.out/stacks/acquisition state push $PWD/growth.tfstate",
    "npx cdktf diff acquisition",
  ],
  says: [
    /status: "setup" → "active"|created experiment one_page_checkout/,
    /differs[\s\S]*experiment_stopped/,
    /\(status-step\)\n.*\n +Accepted, for this once only/,
    /LEFT ALONE[\s\S]*No changes[\s\S]*updated experiment one_page_checkout[\s\S]*MOVED/,
    /MOVED[\s\S]*updated experiment[\s\S]*No changes[\s\S]*No changes[\s\S]*RENAMED[\s\S]*No changes/,
  ],
};

const sessions: Readonly<Record<string, Session>> = {
  "running experiments": runningExperiments,
  "the first stack": {
    lines: [
      "export SERVICE_BASE_URL=http://127.0.0.1:8787 SERVICE_API_KEY=emulator-key",
      "npx cdktf deploy checkout",
      "npx cdktf diff checkout",
      "npx --no-install cdktf-experimentation review checkout",
      "npx --no-install cdktf-experimentation requests",
      "npx --no-install cdktf-experimentation list",
      "npx tsx main.ts && terraform -chdir=cdktf.out/stacks/checkout init && terraform -chdir=cdktf.out/stacks/checkout apply",
      "SERVICE_ADOPT_EXISTING=true npx cdktf deploy checkout",
      `curl --header "SERVICE-API-KEY: $SERVICE_API_KEY" --json '{"status": 500, "effect": true}' "$SERVICE_BASE_URL/emulator/faults"`,
      "npx cdktf synth && npx --no-install cdktf-experimentation preflight",
      "npx --no-install cdktf-experimentation requests --format json --out entities.json",
      "terraform -chdir=cdktf.out/stacks/checkout destroy",
      "npx --no-install cdktf-experimentation init --ci github",
    ],
    says: [
      /created experiment one_page_checkout[\s\S]*^Nothing changes$[\s\S]*first deploy: POST/m,
      /0 added, 0 changed/,
      /Fault queued/,
      /valid +experiment one_page_checkout/,
      /Destroy complete/,
    ],
  },
  "application code": {
    lines: [
      { outside: "mkdir src && npx tsx main.ts" },
      "npx --no-install cdktf-experimentation types --out src/experiments.ts",
      "npx cdktf synth && npx --no-install cdktf-experimentation types --check --out src/experiments.ts",
      "npx --no-install cdktf-experimentation types --format json --out experiments.json",
    ],
    says: [/^exit code 0\n$/],
  },
  "several environments": {
    lines: [
      writesApp(moduleOf(blockOf("docs/environments-and-ci.md", ({ code }) => code.startsWith("class Checkout")))),
      "npx cdktf synth",
      {
        fails:
          "diff <(npx --no-install cdktf-experimentation requests checkout-staging) <(npx --no-install cdktf-experimentation requests checkout-production)",
      },
    ],
    says: [/^< to https:\/\/staging\.example\.com, .*STAGING_KEY\n---\n> to https:\/\/console[^\n]*\n$/m],
  },
};

test("every line of shell in the pages is run, or there is a reason", () => {
  const steps = Object.values(sessions).flatMap((session) => session.lines);
  const run = steps.flatMap((step) => (typeof step === "string" ? step : "fails" in step ? step.fails : []));
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
        await addPlatform(folder);
        const commands = session.lines.map((step) => {
          if (typeof step === "string") return step;
          return "fails" in step ? `! ${step.fails}` : step.outside;
        });
        const script = commands.join("\n").replaceAll("http://127.0.0.1:8787", emulator.baseUrl);
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
        expect(exitCode).toBe(0);
        // no text of it goes into the pages
        return null;
      }),
    ),
  PATIENCE * 1000,
);

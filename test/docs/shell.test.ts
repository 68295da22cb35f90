import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { startEmulator } from "../../lib/emulator";
import { run } from "../support/child-process";
import { commandLine } from "../support/command-line";
import { blocksOf, pages } from "../support/pages";
import { terraformEnvironment } from "../support/terraform";
import { CLI, firstStack, moduleWith, RUNNER } from "./example-runs";

/** The lines of shell in the pages. */
const lines = pages()
  .flatMap(blocksOf)
  .flatMap(({ language, code }) => {
    if (language === "sh") return code.split("\n");
    return language === "yaml" ? [...code.matchAll(/^- run: (.*)$/gm)].map(([, line = ""]) => line) : [];
  })
  .map((line) => line.replace(/ +#.*$/, "").trim())
  .filter((line) => line !== "");

/** What is not run here, and why. */
const notRun: Readonly<Record<string, readonly string[]>> = {
  "asks the registry": [
    "npm init -y",
    "npm install cdktf-experimentation cdktf constructs@10.7",
    "npm install --save-dev cdktn-cli tsx typescript @types/node",
    "npm ci",
    "npm ci && npm run demo",
  ],
  "is this repository's own": [
    "npm run build",
    "npm run demo",
    "npm test",
    "npm run test:unit",
    "npm run test:applier",
    "npm run test:e2e",
    "npx jest test/docs",
    "npm run bench",
  ],
  "is held with the recipes, and with the outputs": [
    "npx cdktf-experimentation adopt record.json > adopted.ts",
    "npx tsx --test calls.test.ts",
    "npx tsx --test deploy.test.ts",
    "npx tsx --test rules.test.ts",
  ],
  "runs until it is stopped; its greeting is an output in the pages": ["npx cdktf-experimentation emulator"],
  "calls an address of an example": [
    "npx cdktf deploy checkout-staging --auto-approve",
    "npx cdktf deploy checkout-production --auto-approve",
  ],
};

/** Only there to end what hangs: the framework's command takes its time. */
const PATIENCE = 300_000;

/** What the framework's command runs: the app, then Terraform. */
const STAND_IN = [
  "set -e",
  "npx tsx main.ts",
  '[ "$1" = synth ] && exit',
  'cd "cdktf.out/stacks/$2"',
  "terraform init",
  'case "$1" in diff) exec terraform plan -out plan ;; deploy) exec terraform apply ;; esac',
  "exit 64",
];

interface Session {
  /** Whether the framework's own command runs, which takes seconds each time. Otherwise, it is a stand-in. */
  readonly isByCommand?: true;
  /** What is in the folder besides the first stack. */
  readonly files?: () => Readonly<Record<string, string>>;
  readonly lines: readonly string[];
  /** What they print together. */
  readonly says: readonly RegExp[];
  /** What is in files then. */
  readonly writes?: Readonly<Record<string, RegExp>>;
}

const sessions: Readonly<Record<string, Session>> = {
  "the first stack, by the command": {
    isByCommand: true,
    lines: [
      "export SERVICE_BASE_URL=http://127.0.0.1:8787 SERVICE_API_KEY=emulator-key",
      "npx cdktn deploy checkout",
      "npx cdktf diff checkout",
      "npx cdktf-experimentation review checkout",
      "npx cdktf-experimentation requests",
    ],
    says: [/created experiment one_page_checkout/, /checkout: no change/, /first deploy: POST/],
  },
  "the first stack, without the command": {
    lines: [
      "npx tsx main.ts && terraform -chdir=cdktf.out/stacks/checkout init && terraform -chdir=cdktf.out/stacks/checkout apply",
      "SERVICE_ADOPT_EXISTING=true npx cdktf deploy checkout",
      "npx cdktf synth && npx cdktf-experimentation preflight",
    ],
    says: [
      /created experiment one_page_checkout/,
      /Apply complete! Resources: 2 added/,
      /0 added, 0 changed/,
      /valid +experiment one_page_checkout/,
    ],
  },
  "several environments": {
    files: () => ({
      "main.ts": moduleWith("docs/environments-and-ci.md", "class Checkout"),
      "summary.md": "earlier step\n",
    }),
    lines: [
      "npx cdktf synth",
      "npx cdktf-experimentation preflight checkout-staging",
      "npx cdktf diff checkout-staging",
      "npx cdktf-experimentation review checkout-staging --format markdown --out review.md",
      "npx cdktf-experimentation review checkout-staging --format html --out review.html",
      'cat review.md >> "$GITHUB_STEP_SUMMARY"',
      'gh pr comment "$PULL_REQUEST" --edit-last --create-if-none --body-file review.md',
      "npx cdktf-experimentation review checkout-staging --strict",
      "diff <(npx cdktf-experimentation requests checkout-staging) <(npx cdktf-experimentation requests checkout-production)",
    ],
    says: [
      /Plan: \d to add/,
      /^comments on 7:\n[\s\S]*\*\*create\*\* experiment \*\*one_page_checkout\*\*/m,
      /^ {2}create experiment one_page_checkout/m,
      /^< to https:\/\/staging\.example\.com, .*STAGING_KEY\n---\n> to https:\/\/console[^\n]*\n$/m,
    ],
    writes: {
      "summary.md": /^earlier step\n[\s\S]*\*\*create\*\* experiment \*\*one_page_checkout\*\*/,
      "review.html": /^<!DOCTYPE html>[\s\S]*one_page_checkout/,
    },
  },
};

test("every line of shell in the pages is run, or there is a reason", () => {
  const known = [...Object.values(notRun).flat(), ...Object.values(sessions).flatMap((session) => session.lines)];

  expect(lines.filter((line) => !known.includes(line))).toEqual([]);
  expect(known.filter((line) => !lines.includes(line))).toEqual([]);
});

test.concurrent.each(Object.entries(sessions))(
  "the lines do what the pages say in %s",
  async (_, session) => {
    const emulator = await startEmulator();
    const folder = await firstStack();
    try {
      for (const [name, text] of Object.entries(session.files?.() ?? {})) await writeFile(join(folder, name), text);
      await addCommands(folder);
      await (session.isByCommand ? addTool : addStandIn)(folder);
      await addPlatform(folder);
      const lines = session.isByCommand ? session.lines.map(asRun) : session.lines;
      const script = lines.join("\n").replaceAll("http://127.0.0.1:8787", emulator.address);
      const { exitCode, output } = await run("bash", ["-e", "-c", script], {
        directory: folder,
        environment: {
          ...(await terraformEnvironment(folder)),
          PATH: [join(folder, "platform"), dirname(process.execPath), process.env.PATH].join(delimiter),
          // what the platform gives a job
          GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
          PULL_REQUEST: "7",
          npm_config_offline: "true",
          // what cdktf makes for a test of a user's goes with the folder
          TMPDIR: folder,
          // what a reader answers by hand
          TF_CLI_ARGS_apply: "-auto-approve",
          SERVICE_BASE_URL: emulator.address,
          SERVICE_API_KEY: emulator.key,
        },
        signal: AbortSignal.timeout(PATIENCE),
      });
      const said = stripVTControlCharacters(`exit code ${exitCode}\n${output}`);
      for (const pattern of session.says) expect(said).toMatch(pattern);
      for (const [file, pattern] of Object.entries(session.writes ?? {})) {
        expect(await readFile(join(folder, file), "utf8")).toMatch(pattern);
      }
      // two environments differ
      expect(exitCode).toBe(script.includes("diff <(") ? 1 : 0);
    } finally {
      await rm(folder, { recursive: true });
      await emulator.close();
    }
  },
  PATIENCE,
);

/** A line with the answers that a reader gives by hand. */
function asRun(line: string): string {
  return line
    .replace(/(cdkt[fn] deploy checkout)/, "$1 --auto-approve --skip-provider-lock")
    .replace("cdktf diff", "cdktf diff --skip-provider-lock");
}

/** Puts the commands into a project that npx looks for there. */
async function addCommands(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules/.bin"));
  await addNodeCommand(folder, "cdktf-experimentation", [CLI]);
  await addNodeCommand(folder, "tsx", [RUNNER]);
}

/** The framework's command, by both of its names: each starts on some versions of Node only. */
async function addTool(folder: string): Promise<void> {
  const { script } = commandLine();
  for (const name of ["cdktf", "cdktn"]) await addNodeCommand(folder, name, [script]);
}

function addStandIn(folder: string): Promise<void> {
  return writeScript(join(folder, "node_modules/.bin/cdktf"), STAND_IN);
}

function addNodeCommand(folder: string, name: string, parts: readonly string[]): Promise<void> {
  const words = [process.execPath, ...parts].map((part) => JSON.stringify(part)).join(" ");
  return writeScript(join(folder, "node_modules/.bin", name), [`exec ${words} "$@"`]);
}

async function writeScript(path: string, lines: readonly string[]): Promise<void> {
  await writeFile(path, `${["#!/bin/sh", ...lines].join("\n")}\n`);
  await chmod(path, 0o755);
}

/** Stand-ins for what is not the package's: they take long, or need a repository on the platform. */
async function addPlatform(folder: string): Promise<void> {
  const programs = {
    // npm's own is run by the tests of the installed package
    npx: ['command="$1"', "shift", 'exec "node_modules/.bin/$command" "$@"'],
    // says which comment it would write
    gh: [
      '[ "$1 $2 $4 $5 $6" = "pr comment --edit-last --create-if-none --body-file" ] || exit 64',
      'echo "comments on $3:"',
      'exec cat "$7"',
    ],
  };
  await mkdir(join(folder, "platform"));
  for (const [name, script] of Object.entries(programs)) await writeScript(join(folder, "platform", name), script);
}

import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { renderListing, startEmulator } from "./lib/emulator";
import { commandLine } from "./test/support/command-line";

const tool = commandLine();

/** The command of this package. */
const own = { name: "npx --no-install cdktf-experimentation", script: join(__dirname, "dist/cli/main.js") };

/** What is shown of a deploy: its calls, and how it ended. */
const OF_DEPLOY = /\(local-exec\): (?!Executing)(.*)|(Apply complete!.*)/;

/**
 * Deploys the example app by the real command line tool against the emulator; makes a change that two people would argue
 * about, reviews it, accepts it, and deploys again.
 */
async function demo(): Promise<void> {
  say(tool.description);
  const emulator = await startEmulator();
  const project = await copyOfProject();
  const environment = {
    ...process.env,
    CHECKPOINT_DISABLE: "1",
    // `node` in a local-exec is then the one that runs this
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    SERVICE_BASE_URL: emulator.baseUrl,
    SERVICE_API_KEY: emulator.key,
    ASSISTANT_TOKEN: "a token that only the applier sees",
  };
  const run = async (program: Program, command: string) => {
    process.stdout.write(`$ ${program.name} ${command}\n`);
    return output(program, command.split(" "), { cwd: project, env: environment });
  };
  const deploy = async () => {
    for (const line of (await run(tool, "deploy checkout --auto-approve")).split("\n")) {
      const [, call, end] = OF_DEPLOY.exec(line) ?? [];
      if (call !== undefined || end !== undefined) process.stdout.write(`${call ?? end}\n`);
    }
  };
  try {
    say("first deploy: everything is created");
    await deploy();

    say("a change in main.ts: the running experiment goes from 10 to 60 percent, and its treatment from 1 step to 2");
    const app = await readFile(join(project, "main.ts"), "utf8");
    await writeFile(
      join(project, "main.ts"),
      app.replace("allocation: 10", "allocation: 60").replace("steps: 1 ", "steps: 2 "),
    );
    await run(tool, "diff checkout");

    say("the review says what that means for users");
    const page = join(await mkdtemp(join(tmpdir(), "cdktf-experimentation-review-")), "review.html");
    process.stdout.write(await run(own, `review checkout --out - --out ${page}`));
    say(`the same as a page, to open in a browser: ${page}`);

    say("somebody who has looked accepts both, for this once");
    await run(
      own,
      `review checkout --strict ${RISKS.map((risk) => `--accept ${risk}:experiment/one_page_checkout`).join(" ")}`,
    );

    say("second deploy: one update call");
    await deploy();
    say("what the service holds now, and the calls that it got");
    process.stdout.write(`${renderListing(emulator)}\n`);
  } finally {
    await emulator.close();
    await rm(project, { recursive: true, force: true });
  }
}

const RISKS = ["ramp", "running-treatment"];

/** The project in a place of its own, so that no state and no output is left in this one. */
async function copyOfProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "cdktf-experimentation-demo-"));
  for (const name of ["main.ts", "cdktf.json", "package.json", "experiments"]) {
    await cp(join(__dirname, name), join(project, name), { recursive: true });
  }
  for (const name of ["node_modules", "dist"]) await symlink(join(__dirname, name), join(project, name), "junction");
  return project;
}

interface Program {
  readonly name: string;
  readonly script: string;
}

/** What a program says, without the marks of a terminal; throws that when it fails. */
function output({ script }: Program, argv: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  return new Promise<string>((resolve, reject) => {
    // cdktn looks at `localStorage`, and Node 26 warns of that
    const quiet = "--disable-warning=ExperimentalWarning";
    const child = spawn(process.execPath, [quiet, script, ...argv], { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(stripVTControlCharacters(said)) : reject(new Error(said))));
  });
}

function say(text: string): void {
  process.stdout.write(`\n== ${text}\n`);
}

// the tool gets the signal too and ends; what was made is then cleared away
process.on("SIGINT", () => undefined);

demo().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});

import { spawn } from "node:child_process";
import { copyFile, cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { renderListing, startEmulator } from "./lib/emulator";
import { type CommandLine, commandLine } from "./test/support/command-line";
import { provider } from "./test/support/provider";

const root = __dirname;

/**
 * Deploys the example app twice, by the real command line tool against the emulator. In between, a change is looked at: in
 * the plan, in the review, in the list of what is declared, and in the types that the application gets.
 */
async function demo(): Promise<void> {
  const nullProvider = await provider();
  say(nullProvider.description);
  const tool = commandLine();
  say(tool.description);
  const emulator = await startEmulator();
  say(`the emulator of the service listens on ${emulator.baseUrl}`);
  const project = await copyOfProject();
  const environment = {
    ...process.env,
    ...nullProvider.environment,
    TF_CLI_CONFIG_FILE: nullProvider.environment.TF_CLI_CONFIG_FILE ?? "",
    CHECKPOINT_DISABLE: "1",
    // `node` in a local-exec is then the one that runs this
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    SERVICE_BASE_URL: emulator.baseUrl,
    SERVICE_API_KEY: emulator.key,
    ASSISTANT_TOKEN: "a token that only the applier sees",
  };
  const run = (args: readonly string[], variables: NodeJS.ProcessEnv = {}) =>
    show(tool, args, { cwd: project, env: { ...environment, ...variables } }, (line) =>
      showLine(line, MARGINS[tool.name]),
    );
  const ours = (args: readonly string[]) =>
    show(OWN, args, { cwd: project, env: environment }, (text) => process.stdout.write(`${text}\n`));
  const deploy = ["deploy", "--auto-approve", WITHOUT_REGISTRY];
  try {
    say("first deploy: everything is created");
    await run(deploy);
    const changed = { CHECKOUT_ALLOCATION: "25" };
    say("the team raises the allocation from 10 to 25 percent, and looks at the plan");
    await run(["diff", WITHOUT_REGISTRY], changed);
    say("the review says what that means for the experiments");
    await ours(["review", "checkout"]);
    say("what is declared, for people who did not write it");
    await ours(["list"]);
    say("what the application gets of it");
    await ours(["types"]);
    say("second deploy: one update call");
    await run(deploy, changed);
    say("what the service holds now, and the calls that it got");
    process.stdout.write(`${renderListing(emulator)}\n`);
  } finally {
    await emulator.close();
    await rm(project, { recursive: true, force: true });
  }
}

/** The project in a place of its own, so that no state and no output is left in this one. */
async function copyOfProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "cdktf-experimentation-demo-"));
  await Promise.all(
    ["main.ts", "cdktf.json", "package.json"].map((name) => copyFile(join(root, name), join(project, name))),
  );
  await cp(join(root, "experiments"), join(project, "experiments"), { recursive: true });
  await Promise.all(["node_modules", "dist"].map((name) => symlink(join(root, name), join(project, name), "junction")));
  return project;
}

/** Locking asks the registry, even where Terraform has the provider from a mirror. */
const WITHOUT_REGISTRY = "--skip-provider-lock";

/** cdktn looks at `localStorage`, and Node 26 warns of that. */
const QUIET = "--disable-warning=ExperimentalWarning";

/** The command of this package. */
const OWN = { name: "cdktf-experimentation", script: join(root, "dist/cli/main.js") };

/** Runs a command line tool and shows what it says. */
function show(
  { name, script }: Pick<CommandLine, "script"> & { readonly name: string },
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
  showLine: (line: string) => void,
): Promise<void> {
  process.stdout.write(`$ npx ${name} ${args.join(" ")}\n`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [QUIET, script, ...args], {
      ...options,
      stdio: ["ignore", "pipe", "inherit"],
    });
    createInterface({ input: child.stdout }).on("line", showLine);
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${name} ${args[0]} ended with ${code}`))));
  });
}

/** What is left out: what a terminal would have overwritten, Terraform's greetings, and steps without a result. */
const NOISE = [
  /^\s*$/,
  /^\s*[\u2800-\u28ff]/,
  /^\d+ Stacks? (deploying|done|waiting)/,
  /Creating\.\.\.|Creation complete|Destroying\.\.\.|Destruction complete|Refreshing state|Provisioning with|Executing:/,
  /^(Initializing|(Terraform|OpenTofu) has been successfully|Successfully configured|use this backend|You may now begin|any changes that)/,
  /^(should now work|If you ever set|rerun this command|commands will detect)/,
  /^(─+|Saved the plan to|To perform exactly these actions|\S+ apply "plan")/,
];

/** A tool puts the stack's name before some lines; `cdktf` puts as much space before the others. */
const MARGINS = { cdktf: /^(checkout {2}| {10})/, cdktn: /^checkout {2}/ };

const CURSOR = new RegExp(`${String.fromCharCode(27)}\\[\\d*[AGJK]`, "g");
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");

function showLine(line: string, margin: RegExp): void {
  const text = line.replace(CURSOR, "").replace(COLOUR, "").replace(margin, "").trimEnd();
  if (!NOISE.some((noise) => noise.test(text.trimStart()))) process.stdout.write(`${text}\n`);
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

import { spawn } from "node:child_process";
import { copyFile, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { renderListing, startEmulator } from "../../lib/emulator";
import { type Provider, provider } from "./provider";

const root = join(__dirname, "../..");

/** Deploys the example app twice, with a change in between, by the real command line tools against the emulator. */
async function demo(): Promise<void> {
  const nullProvider = await provider();
  say(nullProvider.description);
  const emulator = await startEmulator();
  say(`the emulator of the service listens on ${emulator.address}`);
  const project = await copyOfProject();
  const environment = {
    ...process.env,
    ...nullProvider.environment,
    TF_CLI_CONFIG_FILE: nullProvider.environment.TF_CLI_CONFIG_FILE ?? "",
    CHECKPOINT_DISABLE: "1",
    PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
    SERVICE_BASE_URL: emulator.address,
    SERVICE_API_KEY: emulator.key,
    ASSISTANT_TOKEN: "a token that only the applier sees",
  };
  const cdktf = (args: readonly string[], variables: NodeJS.ProcessEnv = {}) =>
    run(args, { cwd: project, env: { ...environment, ...variables } });
  const deploy = ["deploy", "--auto-approve", ...lockOptions(nullProvider)];
  try {
    say("first deploy: everything is created");
    await cdktf(deploy);
    const changed = { CHECKOUT_ALLOCATION: "25" };
    say("the team raises the allocation from 10 to 25 percent, and looks at the plan");
    await cdktf(["diff", ...lockOptions(nullProvider)], changed);
    say("second deploy: one update call");
    await cdktf(deploy, changed);
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
  await Promise.all(["node_modules", "dist"].map((name) => symlink(join(root, name), join(project, name), "junction")));
  return project;
}

/** Locking asks the registry, even where a stand-in is used because there is none. */
function lockOptions({ kind }: Provider): string[] {
  return kind === "stand-in" ? ["--skip-provider-lock"] : [];
}

/** Runs the real cdktf and shows what it says. */
function run(args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<void> {
  process.stdout.write(`$ npx cdktf ${args.join(" ")}\n`);
  return new Promise((resolve, reject) => {
    const child = spawn("cdktf", args, { ...options, stdio: ["ignore", "pipe", "inherit"] });
    createInterface({ input: child.stdout }).on("line", showLine);
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`cdktf ${args[0]} ended with ${code}`))));
  });
}

/** What is left out: what a terminal would have overwritten, Terraform's greetings, and steps without a result. */
const NOISE = [
  /^\s*$/,
  /^\s*[\u2800-\u28ff]/,
  /^\d+ Stacks? (deploying|done|waiting)/,
  /Creating\.\.\.|Creation complete|Destroying\.\.\.|Destruction complete|Refreshing state|Provisioning with|Executing:/,
  /^(Initializing|Terraform has been successfully|Successfully configured|use this backend|You may now begin|any changes that)/,
  /^(should now work|If you ever set|rerun this command|commands will detect)/,
  /^(─+|Saved the plan to|To perform exactly these actions|terraform apply "plan")/,
];

/** cdktf puts the stack's name, or as much space, before every line. */
const MARGIN = /^(checkout {2}| {10})/;

const CURSOR = new RegExp(`${String.fromCharCode(27)}\\[\\d*[AGJK]`, "g");
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");

function showLine(line: string): void {
  const text = line.replace(CURSOR, "").replace(COLOUR, "").replace(MARGIN, "").trimEnd();
  if (!NOISE.some((noise) => noise.test(text.trimStart()))) process.stdout.write(`${text}\n`);
}

function say(text: string): void {
  process.stdout.write(`\n== ${text}\n`);
}

// cdktf gets the signal too and ends; what was made is then cleared away
process.on("SIGINT", () => undefined);

demo().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});

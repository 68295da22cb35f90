import { type ExecFileException, execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { declaredServiceText } from "../protocol/request-file";
import { textOfFile } from "../protocol/whole-file";
import { type ReviewSource, reviewSource, type StackNote } from "../review/review";
import { TERRAFORM_VARIABLE, terraformProgram } from "../text/command";
import { inWords } from "../text/words";
import { parseJson } from "../value/json";
import { CommandError, decodedText, type Io, readAll, unreadableText } from "./io";
import { type SynthesisedStack, synthWarningText } from "./stacks";

/** What `cdktf diff` calls the plan that it leaves in the stack's folder. */
const PLAN = "plan";

/**
 * Reads what a review is made of.
 *
 * @param all the stacks of the app, which may have entities of the same service
 * @param plan the file given by `--plan`: a plan, or its JSON; "-" for standard input
 * @throws CommandError that says what is missing, and what to run
 * @throws UnusablePlanError
 */
export async function readReviewSources(
  stacks: readonly SynthesisedStack[],
  all: readonly SynthesisedStack[],
  plan: string | undefined,
  io: Io,
): Promise<ReviewSource[]> {
  const planned = plan === undefined ? stacks : [onlyOne(stacks)];
  const lacking = plan === undefined ? planned.filter(({ directory }) => !existsSync(join(directory, PLAN))) : [];
  if (lacking.length > 0) {
    throw new CommandError(
      `there is no plan of ${lacking.map(({ name }) => JSON.stringify(name)).join(", ")}`,
      `run cdktf diff ${lacking[0]?.name}, or name the stacks that are planned`,
      [],
      "plan",
    );
  }
  const others = all.filter(({ name }) => !stacks.some((stack) => stack.name === name));
  const sources: ReviewSource[] = [];
  for (const stack of planned) {
    const { name, files, directory } = stack;
    const text = await planText(stack, plan ?? join(directory, PLAN), io);
    sources.push(reviewSource(name, text, files, notesOnStack(stack, others), stateText(directory, io.environment)));
  }
  return sources;
}

/** @throws CommandError when there is not exactly one stack */
function onlyOne(stacks: readonly SynthesisedStack[]): SynthesisedStack {
  const [stack, other] = stacks;
  if (stack !== undefined && other === undefined) return stack;
  throw new CommandError(
    `--plan is for one stack, and there are ${stacks.length}: ${stacks.map(({ name }) => name).join(", ")}`,
    "name the one that was planned",
  );
}

/** What a plan does not tell: what synth warned of, and what a deploy of other stacks has in the same service. */
function notesOnStack(stack: SynthesisedStack, others: readonly SynthesisedStack[]): StackNote[] {
  const services = new Set(stack.requests.map(declaredServiceText));
  const unseen = others.filter(({ requests }) =>
    requests.some((request) => services.has(declaredServiceText(request))),
  );
  return [
    ...stack.warnings.map((warning) => ({
      text: `synth warns of ${synthWarningText(stack, warning)}`,
      // what has no name is about a call that was cut off, or a rule of the user's
      ...(warning.text.includes("[acknowledge: ") ? { construct: warning.construct } : {}),
    })),
    ...(unseen.length === 0
      ? []
      : [{ text: `not looked at, though of the same service: ${inWords(unseen.map(({ name }) => `stack ${name}`))}` }]),
  ];
}

/** The JSON of a plan. */
async function planText(stack: SynthesisedStack, plan: string, io: Io): Promise<string> {
  if (plan === "-") return readAll(io.stdin);
  const file = resolve(io.directory, plan);
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    const next = "name a plan file, or its JSON, by --plan";
    throw new CommandError(`the plan ${file} cannot be read: ${unreadableText(error)}`, next, [], "plan");
  }
  // Terraform writes a plan as a zip archive
  return content.subarray(0, 2).toString("latin1") === "PK" ? showPlan(file, stack, io) : decodedText(content);
}

/** The text of a stack's state, where it lies in a file; undefined where a backend elsewhere, or a workspace, holds it. */
function stateText(directory: string, { TF_DATA_DIR, TF_WORKSPACE }: Io["environment"]): string | undefined {
  const data = resolve(directory, TF_DATA_DIR || ".terraform");
  const workspace = TF_WORKSPACE || (textOfFile(join(data, "environment")) ?? "default");
  if (workspace.trim() !== "default") return undefined;
  // what init was given last counts: `-backend-config` sets others than the stack's
  const backend =
    initialised.safeParse(jsonOfFile(join(data, "terraform.tfstate"))).data?.backend.config ??
    declared.safeParse(jsonOfFile(join(directory, "cdk.tf.json"))).data?.terraform.backend.local;
  return backend && textOfFile(resolve(directory, backend.path ?? "terraform.tfstate"));
}

/** Terraform's own backend: files. */
const localBackend = z.object({ path: z.string().nullish() });
/** What `terraform init` leaves of the backend. */
const initialised = z.object({ backend: z.object({ type: z.literal("local"), config: localBackend }) });
/** What a stack says of the backend. */
const declared = z.object({ terraform: z.object({ backend: z.object({ local: localBackend }) }) });

function jsonOfFile(path: string): unknown {
  return parseJson(textOfFile(path) ?? "");
}

const execute = promisify(execFile);

/**
 * The JSON of a plan file, by Terraform itself.
 *
 * @throws CommandError with what Terraform says
 */
async function showPlan(file: string, { name, directory }: SynthesisedStack, io: Io): Promise<string> {
  const program = terraformProgram(io.environment);
  const environment = { ...io.environment, CHECKPOINT_DISABLE: "1" };
  try {
    const options = { cwd: directory, env: environment, maxBuffer: Number.POSITIVE_INFINITY };
    const running = execute(program, ["show", "-json", "-no-color", file], options);
    // a wrapper that asks a question would wait for ever
    running.child.stdin?.end();
    return (await running).stdout;
  } catch (error) {
    const { code, message, stdout, stderr } = error as ExecFileException;
    if (typeof code === "string") {
      throw new CommandError(
        `cannot run "${program}": ${message}`,
        `put terraform on PATH, or name it by ${TERRAFORM_VARIABLE} (on Windows, an .exe); or give the plan's JSON by --plan`,
        [],
        "plan",
      );
    }
    // without the frames that Terraform draws
    const paragraphs = `${stderr}\n\n${stdout}`.split(/\n\s*\n/).map((text) => text.replace(/[│╷╵\s]+/g, " ").trim());
    throw new CommandError(
      `${name}: ${program} cannot show the plan ${file}`,
      `run cdktf diff ${name} here, with the same Terraform (${TERRAFORM_VARIABLE} names it), and review again`,
      paragraphs.filter((text) => text !== "").slice(0, 6),
      "plan",
    );
  }
}

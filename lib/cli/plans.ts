import { join, resolve } from "node:path";
import * as z from "zod";
import { declaredServiceText } from "../protocol/declared-service";
import { textOfFile } from "../protocol/whole-file";
import { type ReviewSource, reviewSource, type StackNote } from "../review/review";
import { inWords } from "../text/words";
import { parseJson } from "../value/json";
import { CommandError, type Io } from "./io";
import { readPlanFile, requirePlans } from "./plan-file";
import { type SynthesisedStack, synthWarningText } from "./stacks";

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
  if (plan === undefined) requirePlans(stacks, io);
  const others = all.filter(({ name }) => !stacks.some((stack) => stack.name === name));
  const sources: ReviewSource[] = [];
  for (const stack of planned) {
    const { files: requests, directory } = stack;
    const found = await readPlanFile(stack, plan, io);
    const stateOf = stateText(directory, io.environment);
    sources.push(reviewSource({ ...found, requests, notes: notesOnStack(stack, others), stateText: stateOf }));
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

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ReviewSource, reviewSource } from "../../review/review";
import { CommandError, WrongUsageError } from "../command-errors";
import type { Io } from "../io";
import { decodedText, readAll } from "../read-text";
import { outputFolder, readStacks, type SynthesisedStack } from "../synthesised/stacks";
import { showPlan } from "./show-plan";

/** What `cdktf diff` calls the plan that it leaves in the stack's folder. */
const PLAN = "plan";

/**
 * Reads what a review is made of.
 *
 * @param names of stacks; all when empty
 * @param plan the file given by `--plan`: a plan, or its JSON; "-" for standard input
 * @throws CommandError that says what is missing, and what to run
 * @throws UnusablePlanError
 */
export async function readReviewSources(
  names: readonly string[],
  plan: string | undefined,
  io: Io,
): Promise<ReviewSource[]> {
  const stacks = readStacks(outputFolder(undefined, io), names);
  if (plan !== undefined) return [await stackSource(onlyOne(stacks), plan, io)];
  const lacking = stacks.filter(({ directory }) => !existsSync(join(directory, PLAN))).map(({ name }) => name);
  if (lacking.length > 0) {
    throw new CommandError(
      `there is no plan of ${lacking.map((name) => JSON.stringify(name)).join(", ")}`,
      `run cdktf diff ${lacking[0]}, or name the stacks that are planned`,
    );
  }
  const sources: ReviewSource[] = [];
  for (const stack of stacks) sources.push(await stackSource(stack, join(stack.directory, PLAN), io));
  return sources;
}

/** @throws WrongUsageError when there is not exactly one stack */
function onlyOne(stacks: readonly SynthesisedStack[]): SynthesisedStack {
  const [stack, other] = stacks;
  if (stack !== undefined && other === undefined) return stack;
  throw new WrongUsageError(
    `--plan is for one stack, and there are ${stacks.length}: ${stacks.map(({ name }) => name).join(", ")}`,
    "name the one that was planned",
  );
}

async function stackSource(stack: SynthesisedStack, plan: string, io: Io): Promise<ReviewSource> {
  return reviewSource(stack.name, await planText(stack, plan, io), stack.files);
}

/** The JSON of a plan. */
async function planText(stack: SynthesisedStack, plan: string, io: Io): Promise<string> {
  if (plan === "-") return readAll(io.stdin);
  const file = resolve(io.directory, plan);
  const content = fileContent(file);
  // Terraform writes a plan as a zip archive
  return content.subarray(0, 2).toString("latin1") === "PK" ? showPlan(file, stack, io) : decodedText(content);
}

function fileContent(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`the plan ${file} cannot be read (${code})`, "name a plan file, or its JSON, by --plan");
  }
}

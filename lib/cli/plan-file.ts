import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { isPlan, type PlanOrigin } from "../plan/plan";
import { textOfFile } from "../protocol/whole-file";
import { conflictsIn } from "../text/conflicts";
import { decodedText, jsonProblemText, notTextText } from "../text/json-text";
import { cdkCommand, shellWord, terraformProgram } from "../text/shell";
import { terraformText } from "../text/terraform-text";
import { parseJson, parseUnrounded } from "../value/json";
import { at, type Value } from "../value/value";
import { CommandError, type Io, readAll, unreadableText } from "./io";
import { showPlan } from "./show-plan";
import type { SynthesisedStack } from "./stacks";

/** What `cdktf diff` calls the plan that it leaves in the stack's folder. */
const PLAN = "plan";

/** A plan as it was found. */
interface FoundPlan extends PlanOrigin {
  readonly json: unknown;
  /** Whether it came as JSON, and not as a file that only Terraform reads. */
  readonly isGiven: boolean;
}

/**
 * Requires that each stack has a plan in its folder.
 *
 * @throws CommandError that says how it is made
 */
export function requirePlans(stacks: readonly SynthesisedStack[], io: Io): void {
  const lacking = stacks.filter(({ directory }) => !existsSync(join(directory, PLAN)));
  const [first] = lacking;
  if (first === undefined) return;
  const names = lacking.map(({ name }) => JSON.stringify(name)).join(", ");
  const isLeftOut = hasRemoteRuns(first) ? `; with this backend, ${cdkCommand("diff")} leaves none` : "";
  throw new CommandError(
    `there is no plan of ${names}${isLeftOut}`,
    `${planningOf(first, io)}, or name the stacks that are planned`,
    [],
    "plan",
  );
}

/**
 * Reads a plan: the one in the stack's folder, or the one that is given.
 *
 * @param given path of a plan or of its JSON; "-" for standard input
 * @throws CommandError when there is none
 */
export async function readPlanFile(stack: SynthesisedStack, given: string | undefined, io: Io): Promise<FoundPlan> {
  const origin = { stack: stack.name, planning: () => (given === undefined ? planningOf(stack, io) : "plan again") };
  const file = given === "-" ? undefined : resolve(io.directory, given ?? join(stack.directory, PLAN));
  const bytes = file === undefined ? await readAll(io.stdin) : planBytes(file);
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const text = isArchive ? undefined : decodedText(bytes);
  const json = text === undefined ? undefined : parseUnrounded(text);
  if (isPlan(json)) return { ...origin, json, isGiven: true };
  const other = text === undefined ? undefined : otherThanPlan(text, json);
  // also what is no archive: Terraform reads plans that run elsewhere, and OpenTofu those that are encrypted
  if (file !== undefined && other === undefined && !isBrokenJson(bytes, json)) {
    return { ...origin, json: parseUnrounded(await showPlan(file, origin, stack, io)), isGiven: false };
  }
  const next = given === undefined ? `${origin.planning()}, and review again` : GIVE_JSON;
  const what = other ?? (isArchive ? "it is a plan file, and not its JSON" : withoutPlan(bytes, text, json));
  throw new CommandError(`${stack.name}: what was given is no plan: ${what}`, next, [], "plan");
}

const GIVE_JSON = "give the plan file itself by --plan, or what `terraform show -json PLAN_FILE` prints of it";

function planBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    const next = "name a plan file, or its JSON, by --plan";
    throw new CommandError(`the plan ${file} cannot be read: ${unreadableText(error)}`, next, [], "plan");
  }
}

/** Whether bytes begin as JSON does, and cannot be read as that. */
function isBrokenJson(bytes: Uint8Array, json: unknown): boolean {
  return (
    json === undefined &&
    /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*[[{]/.test(Buffer.from(bytes.subarray(0, 64)).toString("latin1"))
  );
}

/** What a text is that is certainly no plan, nor anything that Terraform makes one of. */
function otherThanPlan(text: string, json: unknown): string | undefined {
  if (text.trim() === "" || (json === undefined && conflictsIn(text).length > 0)) return jsonProblemText(text);
  if (Array.isArray(json)) return "it is a list, and a plan is an object";
  const known = terraformText(text);
  return known === undefined ? undefined : `it is ${known}`;
}

function withoutPlan(bytes: Uint8Array, text: string | undefined, json: unknown): string {
  if (text === undefined) return `it is ${notTextText(bytes)}`;
  return json === undefined ? jsonProblemText(text) : "it is JSON of something else";
}

/** How a stack is planned so that the plan is left in its folder. */
function planningOf(stack: SynthesisedStack, { directory, environment }: Io): string {
  if (!hasRemoteRuns(stack)) return `run ${cdkCommand(`diff ${stack.name}`)}`;
  const folder = shellWord(relative(directory, stack.directory) || ".");
  return `run \`${shellWord(terraformProgram(environment))} -chdir=${folder} plan -out=${PLAN}\``;
}

/** Whether a stack has a backend that may run plans elsewhere: for these, cdktf asks Terraform for no plan file. */
function hasRemoteRuns({ directory }: SynthesisedStack): boolean {
  const terraform = at(parseJson(textOfFile(join(directory, "cdk.tf.json")) ?? "") as Value | undefined, "terraform");
  if (at(terraform, "cloud") !== undefined || at(terraform, "backend", "remote") !== undefined) return true;
  return /^\s*(cloud|backend "remote") \{/m.test(textOfFile(join(directory, "cdk.tf")) ?? "");
}

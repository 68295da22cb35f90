import { checkCall } from "../../applier/check";
import { NotSentError } from "../../applier/errors";
import { fill } from "../../applier/fill";
import { Redactor } from "../../applier/secrets";
import { serviceOf } from "../../applier/service";
import { resourceOf } from "../../interface";
import type { CallRequest, RequestFile } from "../../interface/request";
import { labelOf } from "../../interface/resource";
import { serviceDefaults } from "../../interface/service";
import type { SynthesisedThing } from "../synthesised/stacks";
import type { DryRun } from "./dry-run";

/** What is known of a thing after a preflight. */
export interface Finding {
  /**
   * `accepted` is the service's word, `refused` the service's or the interface's. `valid` says that the interface's rules
   * hold, where there is no dry run.
   */
  readonly verdict: "accepted" | "refused" | "valid" | "not checked";
  /** What it is about, and why. */
  readonly text: string;
  readonly reasons: readonly string[];
}

/** What there is to do about a thing: nothing more, or to ask the service. */
export type Check = { readonly finding: Finding } | { readonly dryRun: DryRun };

/**
 * Checks of a thing what can be told here. Sends nothing.
 *
 * @throws NotSentError when a service has to be asked whose key or address is missing
 */
export function check({ request: planned, actions }: SynthesisedThing, environment: NodeJS.ProcessEnv): Check {
  const plain = new Redactor([]);
  const thing = `${labelOf(planned.kind)} ${plain.line(planned.name ?? "")}`.trimEnd();
  const text = `${thing} (${plain.line(planned.construct)})`;
  const open = openPlaces(planned);
  if (open.length > 0) return found("not checked", `${text}: only Terraform knows ${open.join(", ")}`);

  const isAsked = [...actions].some((action) => hasDryRun(planned.kind, planned.calls[action]));
  const filled = filledRequest(planned, environment);
  if (filled instanceof NotSentError) {
    return found(isAsked ? "refused" : "not checked", `${text}: ${filled.message.replace(/^\/\S+/, placeText)}`);
  }

  const { request, secrets } = filled;
  const problems = problemsOf(request, actions);
  if (problems.length > 0) return found("refused", `${text}: not as the interface has it; nothing was sent`, problems);
  if (!isAsked) return found("valid", text);
  const service = serviceOf(request.service, environment);
  return { dryRun: { request, actions, service, redactor: new Redactor([service.key, ...secrets]) } };
}

function found(verdict: Finding["verdict"], text: string, reasons: readonly string[] = []): Check {
  return { finding: { verdict, text, reasons } };
}

/** Whether the interface lets a call be tried without effect. */
function hasDryRun(kind: string, call: CallRequest | undefined): boolean {
  const resource = resourceOf(kind);
  const endpoints = [resource?.create, resource?.update, ...(resource?.put ?? [])];
  const endpoint = endpoints.find((each) => each?.method === call?.method && each?.path === call?.path);
  return endpoint !== undefined && "dryRun" in endpoint.body.shape;
}

/** The places whose values only Terraform knows, each once, as a user would name them. */
function openPlaces({ holes }: RequestFile): string[] {
  const places = holes
    .filter(({ parts }) => parts.some((part) => typeof part !== "string" && "terraform" in part))
    .map(({ at }) => placeText(at));
  return [...new Set(places)];
}

/** A JSON Pointer as a user would name the place. */
function placeText(pointer: string): string {
  const place = pointer.replace(/^\/(calls\/\w+\/(body|parameters)\/)?/, "");
  return place.replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
}

function filledRequest(planned: RequestFile, environment: NodeJS.ProcessEnv): ReturnType<typeof fill> | NotSentError {
  try {
    // a copy, since fill writes into what it is given
    return fill(structuredClone(planned), environment);
  } catch (error) {
    if (error instanceof NotSentError) return error;
    throw error;
  }
}

function problemsOf(request: RequestFile, actions: SynthesisedThing["actions"]): string[] {
  const vendor = request.service.vendor ?? serviceDefaults.vendor;
  const problems = [...actions].flatMap((action) => {
    const call = request.calls[action];
    return call === undefined ? [] : checkCall(request.kind, action, call, vendor);
  });
  return [...new Set(problems)];
}

import { placeText } from "../../api/field-path";
import { serviceDefaults } from "../../api/service-settings";
import { checkCall } from "../../applier/api-rules";
import { NotSentError } from "../../applier/applier-errors";
import { fill } from "../../applier/fill-deferred";
import { Redactor } from "../../applier/redactor";
import { type Service, serviceOf } from "../../applier/service-access";
import { isTerraforms } from "../../protocol/deferred-places";
import { endpointOf } from "../../protocol/endpoint-of";
import { entityTitle, placedTitle } from "../../protocol/entity-title";
import type { Action, CallRequest, RequestFile } from "../../protocol/request-file";

/** What is known of an entity after a preflight. */
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

/** What a dry run takes. */
export interface DryRun {
  /** The request with its deferred values filled in. The interface has a dry run for each of its calls. */
  readonly request: RequestFile;
  /** The entity in messages. */
  readonly subject: string;
  readonly service: Service;
  readonly redactor: Redactor;
}

/** What there is to do about an entity: nothing more, or to ask the service. */
export type Check = { readonly finding: Finding } | { readonly dryRun: DryRun };

/**
 * Checks of an entity what can be told here. Sends nothing.
 *
 * @throws NotSentError when a service has to be asked whose key or address is missing
 */
export function check(planned: RequestFile, environment: NodeJS.ProcessEnv): Check {
  const text = placedTitle(planned);
  const open = openPlaces(planned);
  if (open.length > 0) return found("not checked", `${text}: only Terraform knows ${open.join(", ")}`);

  const isAsked = callsOf(planned).some(([action, call]) => hasDryRun(planned.kind, action, call));
  const filled = filledRequest(planned, environment);
  if (filled instanceof NotSentError) {
    return found(isAsked ? "refused" : "not checked", `${text}: ${filled.message}`);
  }

  const { request, secrets } = filled;
  const problems = problemsOf(request);
  if (problems.length > 0) return found("refused", `${text}: not as the interface has it; nothing was sent`, problems);
  if (!isAsked) return found("valid", text);
  const service = serviceOf(request.service, environment);
  const redactor = new Redactor([service.key, ...secrets]);
  // a name that only the deploy knows may be a secret
  return { dryRun: { request, subject: entityTitle(planned), service, redactor } };
}

function found(verdict: Finding["verdict"], text: string, reasons: readonly string[] = []): Check {
  return { finding: { verdict, text, reasons } };
}

/** Whether the interface lets a call be tried without effect. */
function hasDryRun(kind: string, action: Action, call: CallRequest): boolean {
  const endpoint = endpointOf(kind, action, call);
  return endpoint !== undefined && "dryRun" in endpoint.body.shape;
}

function callsOf({ calls }: RequestFile): [Action, CallRequest][] {
  return Object.entries(calls) as [Action, CallRequest][];
}

/** The places whose values only Terraform knows, each once, as a user would name them. */
function openPlaces(planned: RequestFile): string[] {
  const { kind, deferred } = planned;
  // the name in the file is put together from fields
  const open = deferred.filter(({ at, parts }) => at !== "/name" && parts.some(isTerraforms)).map(({ at }) => at);
  const parameters = callsOf(planned).flatMap(([action, call]) =>
    Object.entries(endpointOf(kind, action, call)?.parameters ?? {}),
  );
  const fields: Readonly<Record<string, string>> = Object.fromEntries(parameters);
  const named = open.map((at) => {
    const parameter = /^\/calls\/\w+\/parameters\/(.+)$/.exec(at)?.[1];
    return parameter === undefined ? placeText(at) : (fields[parameter] ?? parameter);
  });
  return [...new Set(named)];
}

function filledRequest(planned: RequestFile, environment: NodeJS.ProcessEnv): ReturnType<typeof fill> | NotSentError {
  try {
    return fill(planned, environment);
  } catch (error) {
    if (error instanceof NotSentError) return error;
    throw error;
  }
}

function problemsOf(request: RequestFile): string[] {
  const { vendor = serviceDefaults.vendor } = request.service;
  return [...new Set(callsOf(request).flatMap(([action, call]) => checkCall(request.kind, action, call, vendor)))];
}

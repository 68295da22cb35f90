import { resourceOf } from "../../api/resources";
import { NotSentError } from "../../applier/applier-errors";
import { problemsOfStep } from "../../applier/check-fields";
import { fill } from "../../applier/fill-deferred";
import { Redactor } from "../../applier/redactor";
import { requiredKey, type ServiceAccess, serviceOf } from "../../applier/service-access";
import { sentFields } from "../../entity/step";
import { entityTitle, placedTitle } from "../../entity/title";
import { nameOf, type Request } from "../../protocol/request-file";
import { type Fields, opaqueIn, pathText } from "../../value/value";

/** What is known of an entity after a preflight. */
export interface PreflightFinding {
  /**
   * `accepted` is the service's word, `refused` the service's or the API's. `valid` says that the API's rules hold, where
   * there is no dry run. `not-asked` says that a dry run could not be made, or had no result.
   */
  readonly verdict: "accepted" | "refused" | "valid" | "not-checked" | "not-asked";
  /** What it is about, and why. */
  readonly text: string;
  readonly reasons: readonly string[];
  /** Why a deploy cannot send it from here. */
  readonly missingKey?: string;
}

/** What a dry run takes. */
export interface DryRun {
  /** The request with its deferred values filled in. The API has a dry run for each of its calls. */
  readonly request: Request;
  /** The request as its file has it. */
  readonly planned: Request;
  /** The entity in messages. */
  readonly subject: string;
  readonly service: ServiceAccess;
  readonly redactor: Redactor;
}

/**
 * Checks of an entity what can be told here. Sends nothing.
 *
 * @returns what is known of it, or what it takes to ask the service
 * @throws NotSentError when a service has to be asked whose key or address is missing
 */
export function check(planned: Request, environment: NodeJS.ProcessEnv): PreflightFinding | DryRun {
  const { kind, construct } = planned;
  const titled = { kind, construct, name: nameOf(planned) };
  const text = placedTitle(titled);
  const open = openPlaces(planned);
  if (open.length > 0) return found("not-checked", `${text}: only Terraform knows ${open.join(", ")}`);

  const isAsked = hasDryRun(planned);
  const filled = orNotSent(() => fill(planned, environment));
  if (filled instanceof NotSentError) {
    return found(isAsked ? "not-asked" : "not-checked", `${text}: ${filled.message}`);
  }

  const { request, secrets } = filled;
  const problems = [...new Set(request.steps.flatMap((step) => problemsOfStep(request, step)))];
  if (problems.length > 0) return found("refused", `${text}: not as the API has it; nothing was sent`, problems);
  if (!isAsked) {
    // nobody misses the key of a service that is not asked, and a deploy would stop at it
    const key = orNotSent(() => requiredKey(request.service, environment));
    return { ...found("valid", text), ...(key instanceof NotSentError && { missingKey: key.message }) };
  }
  const service = serviceOf(request.service, environment);
  const redactor = new Redactor([service.key, ...secrets]);
  // a name that only the deploy knows may be a secret
  return { request, planned, subject: entityTitle(titled), service, redactor };
}

function found(verdict: PreflightFinding["verdict"], text: string, reasons: readonly string[] = []): PreflightFinding {
  return { verdict, text, reasons };
}

/** Whether the API lets an entity be tried without effect. */
function hasDryRun({ kind, steps }: Request): boolean {
  return steps.length > 0 && "dryRun" in (resourceOf(kind)?.fields.shape ?? {});
}

/** The places whose values only Terraform knows, each once, as a user would name them. */
function openPlaces({ service, fields, steps }: Request): string[] {
  const sent = new Set(steps.flatMap(sentFields));
  const ofSteps = [...sent].flatMap((name) => opaqueIn(fields[name] ?? null, [name]));
  return [...opaqueIn({ service: service as Fields }), ...ofSteps]
    .filter(({ opaque }) => opaque.fromTerraform)
    .map(({ path }) => pathText(path));
}

/** What a step towards a call gives, or why a call cannot be sent. */
export function orNotSent<Result>(step: () => Result): Result | NotSentError {
  try {
    return step();
  } catch (error) {
    if (error instanceof NotSentError) return error;
    throw error;
  }
}

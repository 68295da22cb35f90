import { baseUrlProblem, normalBaseUrl } from "../api/base-url";
import { isPrintable, serviceDefaults } from "../api/service-settings";
import { keyHeader } from "../api/vendor-names";
import { bodyOf, pathOf } from "../entity/call-body";
import { type Action, type Step, stepFor } from "../entity/steps";
import type { Request, ServiceRequest } from "../protocol/request-file";
import { placeText } from "../text/names";
import { cdkCommand } from "../text/shell";
import type { Fields } from "../value/value";
import { NotSentError } from "./applier-errors";
import type { Redactor } from "./redactor";
import { RetryBudget, type SharedAvailability } from "./retry-budget";

/** One run of the applier: its request, and what it needs to make the calls. */
export interface Session {
  /** The request with its deferred values filled in. */
  readonly request: Request;
  /** The request as its file has it, for messages. */
  readonly planned: Request;
  /** The entity in messages: "experiment checkout_button". */
  readonly subject: string;
  readonly service: ServiceAccess;
  readonly redactor: Redactor;
  /** Aborts when the applier has to end. */
  readonly signal: AbortSignal;
  /** Why no further attempt may be sent, if that is so. Nothing stops a call that keeps nothing. */
  readonly whyStopped?: () => string | undefined;
  readonly budget: RetryBudget;
  /** Folder of the synthesised stack, for commands to paste; undefined where Terraform is run elsewhere. */
  readonly stackFolder?: string;
}

/** What a session is made of. */
interface SessionInputs extends Omit<Session, "budget"> {
  /** Milliseconds for the call with all its attempts and waits, unless the service's settings have less. */
  readonly longest?: number;
  readonly shared?: SharedAvailability;
  /** Shows a line. */
  readonly say: (line: string) => void;
}

/** A session that has made no call yet. */
export function sessionOf({ longest = Infinity, shared, say, ...inputs }: SessionInputs): Session {
  const { service, signal } = inputs;
  const total = Math.min(service.retryBudget, longest);
  return { ...inputs, budget: new RetryBudget({ total, where: service.baseUrl, signal, say, shared }) };
}

/** The declared body of a call. */
export function declaredBody({ request, service }: Session, action: Action): Fields {
  return bodyOf(requireStep(request, action), request.fields, service.vendor);
}

/** Method and address of a call, for messages; without a value known at deploy time. */
export function callText({ planned, service }: Session, action: Action): string {
  const step = requireStep(planned, action);
  return `${step.method} ${service.baseUrl}${pathOf(step, planned.fields)}`;
}

/** The subject of an error: the entity, and where the code has it. */
export function sessionSubject({ subject, request }: Session): string {
  return `${subject} (${placeText(request)})`;
}

/** @throws NotSentError when the request has no such step */
export function requireStep(request: Request, action: Action): Step {
  const step = stepFor(request, action);
  if (step === undefined)
    throw new NotSentError(
      `the request has no ${action}`,
      `run ${cdkCommand("synth")} and plan again`,
      [],
      "not-planned",
    );
  return step;
}

/** What a call needs to know about the service. */
interface ServiceAccess {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly vendor: string;
  /** Milliseconds. */
  readonly attemptTimeout: number;
  /** Milliseconds. */
  readonly retryBudget: number;
}

/**
 * Completes the settings of a request from the environment.
 *
 * @throws NotSentError when the key or the base URL is missing or not valid
 */
export function serviceOf(request: ServiceRequest, environment: NodeJS.ProcessEnv): ServiceAccess {
  const {
    apiKeyVariable = serviceDefaults.apiKeyVariable,
    vendor = serviceDefaults.vendor,
    attemptTimeoutSeconds = serviceDefaults.attemptTimeoutSeconds,
    retryBudgetSeconds = serviceDefaults.retryBudgetSeconds,
    respectReviewSettings,
  } = request;
  const key = requiredKey(request, environment);
  return {
    baseUrl: baseUrlOf(request.baseUrl, environment),
    key,
    headers: {
      [keyHeader(vendor)]: headerValue(key, `the API key in ${apiKeyVariable}`),
      ...(respectReviewSettings == null
        ? {}
        : { "x-respect-review-settings": headerValue(respectReviewSettings, "respectReviewSettings") }),
    },
    vendor,
    attemptTimeout: attemptTimeoutSeconds * 1_000,
    retryBudget: retryBudgetSeconds * 1_000,
  };
}

/**
 * The key of a service.
 *
 * @throws NotSentError when it is missing
 */
export function requiredKey(
  { apiKeyVariable = serviceDefaults.apiKeyVariable }: ServiceRequest,
  environment: NodeJS.ProcessEnv,
): string {
  return requiredVariable(
    environment,
    apiKeyVariable,
    `the API key is missing: the environment variable ${apiKeyVariable} is`,
  );
}

function baseUrlOf(given: ServiceRequest["baseUrl"], environment: NodeJS.ProcessEnv): string {
  const { baseUrlVariable } = serviceDefaults;
  const text = typeof given === "string" ? given : (environment[baseUrlVariable] ?? "");
  if (text === "") {
    throw new NotSentError(
      `the base URL of the service is missing: neither baseUrl nor the environment variable ${baseUrlVariable} is set`,
      `give the ExperimentationService a baseUrl, or set ${baseUrlVariable}, and deploy again`,
      [],
      "variable",
    );
  }
  const problem = baseUrlProblem(text);
  if (problem !== undefined) {
    // the base URL is not shown, because it may hold credentials
    throw new NotSentError(
      `the base URL of the service in ${given == null ? baseUrlVariable : "baseUrl"} is not valid; allowed: ${problem.allowed}`,
      "correct the base URL, and deploy again",
      [],
      "variable",
    );
  }
  return normalBaseUrl(text);
}

/**
 * The value of an environment variable that a deploy cannot do without.
 *
 * @param problem what an error says, up to "empty" or "not set"
 * @throws NotSentError when it is missing or empty
 */
export function requiredVariable(environment: NodeJS.ProcessEnv, name: string, problem: string): string {
  // "constructor" and the like are not variables
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
  if (value) return value;
  const state = value === "" ? "empty" : "not set";
  throw new NotSentError(`${problem} ${state}`, `set ${name} where the deploy runs, and deploy again`, [], "variable");
}

function headerValue(value: unknown, what: string): string {
  if (typeof value === "string" && isPrintable(value)) return value;
  throw new NotSentError(
    `${what} is not valid in an HTTP header; allowed: text of printable ASCII characters`,
    "correct it, and deploy again",
    [],
    "variable",
  );
}

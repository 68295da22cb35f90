import { baseUrlProblem, isPrintable, keyHeader, normalBaseUrl, serviceDefaults } from "../api/service-settings";
import type { ServiceRequest } from "../protocol/request-file";
import { NotSentError } from "./applier-errors";

/** What a call needs to know about the service. */
export interface ServiceAccess {
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

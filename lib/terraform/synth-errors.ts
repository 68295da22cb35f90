import { Token } from "cdktf";
import { describeKind, describeValue } from "../api/describe";
import { pathText } from "../api/field-path";
import { type Problem, valueAt } from "../api/problems";
import { nearest } from "../api/suggestion";

/** A construct was given props that the interface does not accept. Lists every problem. */
export class InvalidPropsError extends Error {
  override readonly name = "InvalidPropsError";

  /**
   * @param constructPath path of the construct
   * @param label what kind of thing it is
   * @param given the props, to show what stands where a problem is
   * @param isSecret whether what stands at a path may be a secret
   * @internal
   */
  constructor(
    constructPath: string,
    label: string,
    given: unknown,
    problems: readonly Problem[],
    isSecret: (path: readonly PropertyKey[]) => boolean,
  ) {
    const lines = problems.map(
      (problem) => `  - ${problemText(problem, valueAt(given, problem.path), isSecret(problem.path))}`,
    );
    super(
      `${constructPath} (${label}): ${lines.length} ${lines.length === 1 ? "problem" : "problems"}\n${lines.join("\n")}`,
    );
  }
}

/** Two constructs of one stack stand for the same thing in the service. */
export class DuplicateError extends Error {
  override readonly name = "DuplicateError";

  /** @internal */
  constructor(what: string, paths: readonly [string, string], isInOneService: boolean) {
    const advice = isInOneService
      ? "remove one of the two, or give one of them another identity"
      : "a stack holds an entity once, so declare what belongs in another service in another stack";
    super(`${paths[1]}: ${what} is already declared by ${paths[0]}; ${advice}`);
  }
}

/** A stack offers several services and a construct does not say which one it means. */
export class ServiceChoiceError extends Error {
  override readonly name = "ServiceChoiceError";

  constructor(constructPath: string, services: readonly string[]) {
    super(`${constructPath}: ${serviceChoice(services)}`);
  }
}

/** What a construct is told that does not say which of several services it means. */
export function serviceChoice(services: readonly string[]): string {
  return `the stack has ${services.length} services (${services.join(", ")}); say which one by the prop "service"`;
}

/** The package was used in a way that cannot work, whatever the service says. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Runs a part of one of our constructors or functions. The stack of what it refuses begins at the line of the user's that
 * called.
 *
 * @param called the class or function that the user knows
 */
export function atUsersLine<Result>(called: object, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const isRefusal = [InvalidPropsError, DuplicateError, UsageError].some((kind) => error instanceof kind);
    if (isRefusal) Error.captureStackTrace(error as Error, called as NewableFunction);
    throw error;
  }
}

function problemText({ path, allowed, given, unknown, isWhole, words }: Problem, value: unknown, isSecret: boolean) {
  const place = path.length === 0 ? "props" : pathText(path);
  if (unknown || isWhole || allowed.startsWith("required")) return `${place}: ${allowed}`;
  if (Token.isUnresolved(value)) return `${place}: given ${given ?? "a token"}; allowed: ${allowed}`;
  if (isSecret) return `${place}: given ${given ?? describeKind(value)}; allowed: ${allowed}`;
  const isWord = typeof value === "string" || typeof value === "number";
  const meant = isWord && words !== undefined ? nearest(String(value), words) : undefined;
  const suggestion = meant === undefined ? "" : `; did you mean "${meant}"?`;
  return `${place}: given ${given ?? describeValue(value)}; allowed: ${allowed}${suggestion}`;
}

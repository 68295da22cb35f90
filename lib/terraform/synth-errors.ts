import { Token } from "cdktf";
import { counted } from "../api/describe";
import { type Problem, problemText, valueAt } from "../api/problems";

/** A construct was given props that the API does not accept. The message lists every problem. */
export class InvalidPropsError extends Error {
  override readonly name = "InvalidPropsError";
  /**
   * A line for each problem.
   *
   * @internal
   */
  readonly lines: readonly string[];

  /**
   * @param constructPath path of the construct
   * @param label the kind of construct
   * @param given the props, to show the value that has a problem
   * @param isSecret whether the value at a path may be a secret
   * @internal
   */
  constructor(
    constructPath: string,
    label: string,
    given: unknown,
    problems: readonly Problem[],
    isSecret: (path: readonly PropertyKey[]) => boolean,
  ) {
    const lines = problems.map((problem) => lineOf(problem, given, isSecret(problem.path)));
    const list = lines.map((line) => `  - ${line}`).join("\n");
    super(`${constructPath} (${label}): ${counted(lines.length, "problem")}\n${list}`);
    this.lines = lines;
  }
}

/** Two constructs of one stack declare the same entity of the service. */
export class DuplicateError extends Error {
  override readonly name = "DuplicateError";

  /** @internal */
  constructor(entity: string, paths: readonly [string, string], isInOneService: boolean) {
    const advice = isInOneService
      ? "remove one of the two, or give one of them another identity"
      : "a stack can declare an entity only once, so declare the entities of another service in another stack";
    super(`${paths[1]}: ${entity} is already declared by ${paths[0]}; ${advice}`);
  }
}

/** A stack has several services, and a construct does not choose one. */
export class ServiceChoiceError extends Error {
  override readonly name = "ServiceChoiceError";

  constructor(constructPath: string, services: readonly string[]) {
    super(`${constructPath}: ${serviceChoice(services)}`);
  }
}

/** The problem of a construct that does not choose one of several services. */
export function serviceChoice(services: readonly string[]): string {
  return `the stack has ${services.length} services (${services.join(", ")}); choose one with the prop "service"`;
}

/** The package was used in a way that can work with no service. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Runs a part of a public constructor or function, so that the stack trace of its refusals begins at the caller's line.
 *
 * @param called the class or function that the user called
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

/** The class between `base` and `descendant` that extends `base` itself: users may have subclasses of it. */
export function classBelow(base: object, descendant: object): object {
  const parent: object = Object.getPrototypeOf(descendant) as object;
  return parent === base ? descendant : classBelow(base, parent);
}

function lineOf(problem: Problem, given: unknown, isSecret: boolean): string {
  const value = valueAt(given, problem.path);
  const path = problem.path.length === 0 ? ["props"] : problem.path;
  return problemText({ ...(Token.isUnresolved(value) && TOKEN), ...problem, path }, value, isSecret);
}

const TOKEN = { given: "a token" };

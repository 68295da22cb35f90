import { type Problem, problemText, valueAt } from "../api/problems";
import { ExperimentationError } from "../text/errors";
import { counted } from "../text/words";
import { Opaque } from "../value/value";

/** A construct was given props that the API does not accept. The message lists every problem. */
export class InvalidPropsError extends ExperimentationError {
  override readonly name = "InvalidPropsError";
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
    const list = problems.map((problem) => `  - ${lineOf(problem, given, isSecret(problem.path))}`).join("\n");
    super(`${constructPath} (${label}): ${counted(problems.length, "problem")}\n${list}`, "props");
  }
}

/** Files of definitions cannot be read, or declare what the API does not accept. The message lists every problem. */
export class InvalidDefinitionsError extends ExperimentationError {
  override readonly name = "InvalidDefinitionsError";

  /**
   * @param constructPath path of the construct that includes the files
   * @param lines one for each problem, which names file, line and column
   * @param files how many files have problems
   * @internal
   */
  constructor(constructPath: string, lines: readonly string[], files: number) {
    const list = lines.map((line) => `  - ${line}`).join("\n");
    super(`${constructPath}: ${counted(lines.length, "problem")} in ${counted(files, "file")}\n${list}`, "files");
  }
}

/** Two constructs of one stack declare the same entity of the service. */
export class DuplicateError extends ExperimentationError {
  override readonly name = "DuplicateError";
  // Node prints no private field beside the message
  readonly #text: string;

  /** @internal */
  constructor(entity: string, paths: readonly [string, string], isInOneService: boolean) {
    const advice = isInOneService
      ? "remove one of the two, or give one of them another identity"
      : "a stack can declare an entity only once, so declare the entities of another service in another stack";
    const text = `${entity} is already declared by ${paths[0]}; ${advice}`;
    super(`${paths[1]}: ${text}`, "duplicate");
    this.#text = text;
  }

  /**
   * The message without the path of the construct.
   *
   * @internal
   */
  get text(): string {
    return this.#text;
  }
}

/** A stack has several services, and a construct does not choose one. */
export class ServiceChoiceError extends ExperimentationError {
  override readonly name = "ServiceChoiceError";

  constructor(constructPath: string, services: readonly string[]) {
    super(`${constructPath}: ${serviceChoice(services)}`, "service");
  }
}

/** The problem of a construct that does not choose one of several services. */
export function serviceChoice(services: readonly string[]): string {
  return `the stack has ${services.length} services (${services.join(", ")}); choose one with the prop "service"`;
}

/** The package was used in a way that can work with no service. */
export class UsageError extends ExperimentationError {
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
    if (error instanceof ExperimentationError) Error.captureStackTrace(error, called as NewableFunction);
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
  return problemText({ ...(value instanceof Opaque && GIVEN_TOKEN), ...problem, path }, value, isSecret);
}

const GIVEN_TOKEN = { given: "a token" };

import { Token } from "cdktf";
import { pathText } from "../interface/field-path";
import { describeValue, type Problem, valueAt } from "../interface/problems";

/** A construct was given props that the interface does not accept. Lists every problem. */
export class InvalidPropsError extends Error {
  override readonly name = "InvalidPropsError";

  /**
   * @param constructPath path of the construct
   * @param label what kind of thing it is
   * @param given the props, to show what stands where a problem is
   * @internal
   */
  constructor(constructPath: string, label: string, given: unknown, problems: readonly Problem[]) {
    const lines = problems.map((problem) => `  - ${problemText(problem, valueAt(given, problem.path))}`);
    super(
      `${constructPath} (${label}): ${lines.length} ${lines.length === 1 ? "problem" : "problems"}\n${lines.join("\n")}`,
    );
  }
}

/** Two constructs of one stack stand for the same thing in the service. */
export class DuplicateError extends Error {
  override readonly name = "DuplicateError";

  constructor(what: string, paths: readonly [string, string]) {
    super(
      `${paths[1]}: ${what} is already declared by ${paths[0]}; remove one of the two, or give one of them another identity`,
    );
  }
}

/** A stack offers several services and a construct does not say which one it means. */
export class ServiceChoiceError extends Error {
  override readonly name = "ServiceChoiceError";

  constructor(constructPath: string, services: readonly string[]) {
    super(
      `${constructPath}: the stack has ${services.length} services (${services.join(", ")}); say which one by the prop "service"`,
    );
  }
}

/** The package was used in a way that cannot work, whatever the service says. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

function problemText(problem: Problem, given: unknown): string {
  const path = pathText(problem.path);
  if (problem.unknown || problem.allowed.startsWith("required")) return `${path}: ${problem.allowed}`;
  return `${path}: given ${Token.isUnresolved(given) ? "a token" : describeValue(given)}; allowed: ${problem.allowed}`;
}

import { type IResolvable, Token } from "cdktf";
import { describeKind } from "../../api/describe";
import { isVariableName, VARIABLE_NAME } from "../../api/service-settings";
import { atUsersLine, UsageError } from "../synth-errors";

const BRAND = Symbol.for("cdktf-experimentation.environment");

/**
 * A secret that the applier takes from its own environment when it runs. May stand wherever a prop accepts a string,
 * also as a part of one: `Bearer ${fromEnvironment("TOKEN")}`. Neither synth output, plan, state nor log ever holds the
 * value, and a change of the value alone plans nothing.
 *
 * @param name name of the environment variable; a deploy fails before sending anything when it is missing or empty
 * @throws UsageError when the name is none that an environment variable can have
 */
export function fromEnvironment(name: string): string {
  atUsersLine(fromEnvironment, () => {
    if (isVariableName(name)) return;
    // what is no name may be the secret
    throw new UsageError(
      `fromEnvironment: given ${describeKind(name)}; allowed: ${VARIABLE_NAME}, not the secret itself`,
    );
  });
  return Token.asString(new EnvironmentToken(name));
}

/** The variable's name when the token comes from `fromEnvironment`, else undefined. */
export function environmentVariableOf(token: IResolvable): string | undefined {
  return BRAND in token ? (token as EnvironmentToken).variable : undefined;
}

class EnvironmentToken implements IResolvable {
  readonly creationStack: string[] = [];
  readonly [BRAND] = true;

  constructor(readonly variable: string) {}

  resolve(): never {
    throw new UsageError(
      `fromEnvironment("${this.variable}") may stand only in props of this package's constructs: elsewhere its value would reach the state`,
    );
  }

  toString(): string {
    return Token.asString(this);
  }

  toJSON(): string {
    return `fromEnvironment(${this.variable})`;
  }
}

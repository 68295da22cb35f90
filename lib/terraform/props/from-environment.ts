import { type IResolvable, Token } from "cdktf";
import { isVariableName, VARIABLE_NAME } from "../../api/service-settings";
import { describeKind } from "../../text/words";
import { OwnToken } from "../language/own-tokens";
import { atUsersLine, UsageError } from "../synth-errors";

const ENVIRONMENT_BRAND = Symbol.for("cdktf-experimentation.environment");

/**
 * A secret that the deploy reads from its environment when it makes the call. Any prop that accepts a string accepts
 * it, also as a part of the string: `Bearer ${fromEnvironment("TOKEN")}`. The value is never in the synth output, the
 * plan, the state or the log. Changing only the value plans nothing.
 *
 * @param name name of the environment variable. When that is missing or empty, a deploy fails before it sends anything.
 * @throws UsageError when no environment variable can have the name
 */
export function fromEnvironment(name: string): string {
  atUsersLine(fromEnvironment, () => {
    if (isVariableName(name)) return;
    // an invalid name may be the secret itself
    throw new UsageError(
      `fromEnvironment: given ${describeKind(name)}; allowed: ${VARIABLE_NAME}, not the secret itself`,
      "secret",
    );
  });
  return Token.asString(new EnvironmentToken(name));
}

/** The variable's name when the token comes from `fromEnvironment`, else undefined. */
export function environmentVariableOf(token: IResolvable): string | undefined {
  return ENVIRONMENT_BRAND in token ? (token as EnvironmentToken).variable : undefined;
}

class EnvironmentToken extends OwnToken {
  readonly [ENVIRONMENT_BRAND] = true;

  constructor(readonly variable: string) {
    super();
  }

  resolve(): never {
    throw new UsageError(
      `fromEnvironment("${this.variable}") can be used only in props of this package's constructs: elsewhere its value would reach the state`,
      "secret",
    );
  }
}

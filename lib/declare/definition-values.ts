import type * as z from "zod";
import type { PlacelessProblem, Problem } from "../api/problems";
import { acceptsText, unwrap } from "../api/schema-walk";
import { isVariableName, VARIABLE_NAME } from "../api/service-settings";
import { describeKind } from "../text/words";
import { type Fields, Opaque, type Value } from "../value/value";
import { JsonWalk, type Spot } from "./json-walk";

/** The key of an object that stands for a secret. */
const SECRET = "fromEnvironment";

/**
 * Makes JSON with opaque places of what a file declares. Where any text is allowed and an object is not,
 * `{ fromEnvironment: NAME }` is a secret. Text that looks like a token of the framework is refused, because the framework would
 * take it for a value of some other construct.
 *
 * @param schema of what may be declared
 * @returns the values, and what is wrong with them besides the API's rules
 */
export function definitionValues(
  data: object,
  schema: Spot["schema"],
): { readonly values: Fields; readonly problems: readonly Problem[] } {
  const walk = new DefinitionWalk(LOOKS_LIKE_TOKEN);
  const values = walk.resolve(data, { path: [], schema }) as Fields;
  return { values, problems: walk.problems };
}

class DefinitionWalk extends JsonWalk {
  protected override structure(value: object, spot: Spot): Value | undefined {
    return isSecret(value) && spot.schema !== undefined && takesSecret(spot.schema)
      ? this.secret(value[SECRET], spot)
      : super.structure(value, spot);
  }

  private secret(name: unknown, { path, schema }: Spot): Value {
    if (isVariableName(name)) return Opaque.ofParts([{ environment: name }]);
    // an invalid name may be the secret itself
    const problem = { given: describeKind(name), allowed: `${VARIABLE_NAME}, not the secret itself` };
    this.refuse({ path: [...path, SECRET], schema }, problem);
    return new Opaque("secret");
  }
}

function isSecret(value: object): value is { readonly [SECRET]: unknown } {
  const [only, ...others] = Object.keys(value);
  return only === SECRET && others.length === 0;
}

/** Whether a file may name a secret in the place of a value: where any text may stand, and no object. */
export function takesSecret(schema: z.ZodType): boolean {
  return acceptsText(schema) && !["unknown", "enum"].includes(unwrap(schema).def.type);
}

const LOOKS_LIKE_TOKEN: PlacelessProblem = {
  allowed:
    "text that is not how the framework writes a token; a value known at deploy time can be declared in code alone",
  isWhole: true,
};

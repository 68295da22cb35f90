import type * as z from "zod";
import type { Problem } from "../../api/problems";
import { stepInto, unwrap } from "../../api/schema-walk";
import { isVariableName, VARIABLE_NAME } from "../../api/service-settings";
import { describeKind } from "../../text/describe";
import { acceptsText } from "./conversion";
import { fromEnvironment } from "./from-environment";
import { strayToken } from "./token-text";

/** The key of an object that stands for a secret. */
const SECRET = "fromEnvironment";

/** Props made of plain data, and what is wrong with the data besides the rules of the API. */
export interface PlainProps {
  readonly props: object;
  readonly problems: readonly Problem[];
}

/**
 * Makes props of plain data. Where any text is allowed and an object is not, `{ fromEnvironment: NAME }` is a secret. Text that
 * looks like a token of the framework is refused, because it would stand for a value of some other construct.
 *
 * @param schema of the fields
 */
export function plainProps(data: object, schema: z.ZodType): PlainProps {
  const problems: Problem[] = [];
  const props = convert(data, schema, [], new Set()) as object;
  return { props, problems };

  function convert(
    value: unknown,
    at: z.ZodType | undefined,
    path: readonly PropertyKey[],
    above: ReadonlySet<unknown>,
  ): unknown {
    if (typeof value === "string" || typeof value === "number") {
      if (strayToken(value) !== undefined) problems.push({ path, ...LOOKS_LIKE_TOKEN });
      return value;
    }
    // the check of the props refuses what contains itself
    if (typeof value !== "object" || value === null || above.has(value)) return value;
    const inside = new Set([...above, value]);
    if (Array.isArray(value))
      return value.map((element, index) => convert(element, at && stepInto(at, index), [...path, index], inside));
    if (at !== undefined && isSecret(value) && takesSecret(at)) return secretOf(value[SECRET], path);
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (strayToken(key) !== undefined) problems.push({ path: [...path, key], ...LOOKS_LIKE_TOKEN });
        return [key, convert(inner, at && stepInto(at, key), [...path, key], inside)];
      }),
    );
  }

  function secretOf(name: unknown, path: readonly PropertyKey[]): unknown {
    if (isVariableName(name)) return fromEnvironment(name);
    // an invalid name may be the secret itself
    const allowed = `${VARIABLE_NAME}, not the secret itself`;
    problems.push({ path: [...path, SECRET], given: describeKind(name), allowed });
    return "";
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

const LOOKS_LIKE_TOKEN = {
  allowed:
    "text that is not how the framework writes a token; what only the deploy knows can be declared in code alone",
  isWhole: true,
};

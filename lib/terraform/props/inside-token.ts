import { Tokenization } from "cdktf";
import { Construct } from "constructs";
import { fragmentsOf, hasToken, tokenOf } from "./framework-tokens";
import { environmentVariableOf } from "./from-environment";

/**
 * Finds the variable of a secret inside a token, as an argument of a Terraform function; undefined when there is none.
 * Resolving the token would show it too, but parts of the token may not exist before synthesis.
 */
export function secretInFunction(value: unknown): string | undefined {
  return foundIn(value, (part) => (Tokenization.isResolvable(part) ? environmentVariableOf(part) : undefined));
}

/** How the framework's iterators call the lazy tokens that become each of these. */
const ITERATOR_HINTS = new Map<unknown, string>([
  ["<iterator value>", "each.value"],
  ["<iterator key>", "each.key"],
]);

/** Finds what only a resource with `for_each` or `count` knows, inside a token: `each.value`; undefined when there is none. */
export function iteratorIn(value: unknown): string | undefined {
  return foundIn(value, (part) => {
    const { identifier, options } = part as {
      readonly identifier?: unknown;
      readonly options?: { displayHint?: unknown };
    };
    if (typeof identifier === "string" && /^(each|count|self)\./.test(identifier)) return identifier;
    return ITERATOR_HINTS.get(options?.displayHint);
  });
}

/** Asks all that a token is made of. */
function foundIn(
  value: unknown,
  ask: (part: object) => string | undefined,
  seen: Set<unknown> = new Set(),
): string | undefined {
  if (typeof value === "string") {
    const tokens = hasToken(value) ? fragmentsOf(value).filter((fragment) => typeof fragment !== "string") : [];
    return firstFoundIn(tokens, ask, seen);
  }
  // a token may know its construct, which is not an argument
  if (Construct.isConstruct(value)) return undefined;
  const token = tokenOf(value);
  if (token !== undefined && token !== value) return foundIn(token, ask, seen);
  if (typeof value !== "object" || value === null || seen.has(value)) return undefined;
  seen.add(value);
  return ask(value) ?? firstFoundIn(Object.values(value), ask, seen);
}

function firstFoundIn(
  values: readonly unknown[],
  ask: (part: object) => string | undefined,
  seen: Set<unknown>,
): string | undefined {
  for (const value of values) {
    const found = foundIn(value, ask, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

import { type IResolveContext, Token } from "cdktf";
import type { Construct } from "constructs";
import type { Problem } from "../../api/problems";
import { Deferred } from "../../entity/deferred-value";
import { InvalidPropsError } from "../synth-errors";

/**
 * Checks props at once, and those with lazy values again when the stack is synthesised: then it is known what they produce.
 *
 * @param check gets a context the second time
 */
export function checkedTwice<Checked>(
  construct: Construct,
  check: (context?: IResolveContext) => { readonly checked: Checked; readonly hasLazy: boolean },
): Checked {
  const { checked, hasLazy } = check();
  if (!hasLazy) return checked;
  const context: IResolveContext = {
    preparing: false,
    scope: construct,
    registerPostProcessor: () => {},
    resolve: (value: unknown) => value,
  };
  construct.node.addValidation({
    validate: () => {
      try {
        check(context);
        return [];
      } catch (error) {
        if (error instanceof InvalidPropsError) return [...error.lines];
        throw error;
      }
    },
  });
  return checked;
}

/** The problem of props that are not an object: without the compiler, anything may be given. */
export const notProps: Problem = { path: [], allowed: "an object" };

/** Props with each token replaced by its value, where that is known. */
export function withKnown(given: unknown, resolved: unknown): unknown {
  if (resolved === undefined || resolved instanceof Deferred) return given;
  if (typeof given !== "object" || given === null || Token.isUnresolved(given)) return resolved;
  if (Array.isArray(given)) return given.map((element, index) => withKnown(element, (resolved as unknown[])[index]));
  return Object.fromEntries(
    Object.entries(given).map(([key, inner]) => [key, withKnown(inner, (resolved as Record<string, unknown>)[key])]),
  );
}

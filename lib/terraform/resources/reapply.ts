import * as z from "zod";
import { resolveProps } from "../declare/resolve-props";
import { toValue, triggerOf } from "./trigger-text";

/** The trigger for the `reapply` of the service and of the construct: the text itself where only one is given. */
export function reapplyTrigger(texts: readonly (string | undefined)[]): string | undefined {
  const given = texts.filter((text) => text !== undefined);
  const [only] = given;
  if (only === undefined) return undefined;
  const { json } = given.length === 1 ? resolveProps(only, z.string()) : resolveProps(given, z.array(z.string()));
  return toValue(triggerOf(json).template);
}

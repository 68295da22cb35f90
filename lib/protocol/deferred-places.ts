import { withParameters } from "../api/resource";
import { type CallRequest, type DeferredPart, type DeferredPlace, pointerStep } from "./request-file";

/**
 * JSON with its deferred values filled in.
 *
 * @param at JSON Pointer of `json`, with which its places begin
 * @param valueFor the value for the parts of a deferred value
 */
export function filledIn(
  json: unknown,
  at: string,
  places: readonly DeferredPlace[],
  valueFor: (parts: readonly DeferredPart[], at: string) => unknown,
): unknown {
  const deferred = new Map(places.map((place) => [place.at, place.parts]));
  const filled = (value: unknown, pointer: string): unknown => {
    const parts = deferred.get(pointer);
    if (parts !== undefined) return valueFor(parts, pointer);
    if (typeof value !== "object" || value === null) return value;
    const inner = (step: PropertyKey, part: unknown) => filled(part, pointer + pointerStep(step));
    if (Array.isArray(value)) return value.map((element: unknown, index) => inner(index, element));
    // fromEntries defines own properties, so that a key "__proto__" stays a key
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inner(key, field)]));
  };
  return filled(json, at);
}

/**
 * The path of a call for people, percent-encoded. A parameter that only the deploy knows is as in the API: `{name}`.
 *
 * @param at JSON Pointer of the call, with which its places begin
 */
export function shownPath(
  { path, parameters }: Pick<CallRequest, "path" | "parameters">,
  at: string,
  places: readonly DeferredPlace[],
): string {
  return withParameters(path, (name) => {
    const pointer = `${at}/parameters${pointerStep(name)}`;
    return places.some((place) => place.at === pointer) ? undefined : encodeURIComponent(parameters[name] ?? "");
  });
}

/** A deferred value as text, with a mark for each part that only the deploy knows. */
export function partsText(parts: readonly DeferredPart[]): string {
  return parts.map((part) => (typeof part === "string" ? part : deferredMark(part))).join("");
}

/** Whether a part is a value of Terraform's. */
export function isTerraforms(part: DeferredPart): boolean {
  return typeof part !== "string" && "terraform" in part;
}

/** What stands for a value that only the deploy knows. */
export function deferredMark(part: Exclude<DeferredPart, string>): string {
  return "terraform" in part ? "(known to Terraform)" : `(environment variable ${part.environment})`;
}

import { types } from "node:util";
import * as z from "zod";
import { allowedValue, isHeader } from "./allowed";

/** Which calls a fault is for, of those that have the key. What is left out matches every call. */
export interface FaultMatch {
  /** HTTP method, in any case. */
  readonly method?: string;
  /** The whole raw path with its query, or a pattern that it has to match. */
  readonly path?: string | RegExp;
  /** Kind of entity that the call is about, for example `metric_source`. */
  readonly kind?: string;
}

/**
 * Something that goes wrong with a call under `/console/v1` that has the key, before anything else is looked at.
 *
 * With `status` or `body`, the fault responds itself, and the call takes no effect unless `effect` is true. Without
 * both, the call takes effect, and the fault changes how its response is sent (`headers`, `delay`, `drop`).
 */
export interface Fault {
  /** The calls that it is for. Every call when left out. */
  readonly match?: FaultMatch;
  /** How many calls it is for: a whole number of at least 1, or Infinity. 1 when left out. */
  readonly times?: number;
  /**
   * Whether the call takes effect. When left out: false with `status`, `body`, `hang` or `drop: "before"`, else true.
   */
  readonly effect?: boolean;
  /** Milliseconds between the call's effect and its response, or the end of the connection. */
  readonly delay?: number;
  /**
   * When the connection ends: `before` the request's body is read, `after` the call's effect and without a response, or
   * `midway`, when half of the response's body is sent. The first two reset it.
   */
  readonly drop?: "before" | "after" | "midway";
  /** Never responds, and keeps the connection open until the emulator closes. */
  readonly hang?: boolean;
  /** Status of the response, 200 to 599. With a `body` alone, 200. */
  readonly status?: number;
  /** Headers of the response, over its own. Null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Body of the response. Text and bytes are sent as they are, all else as JSON. With a `status` alone, `{message}`. */
  readonly body?: string | Uint8Array | object;
}

/** The longest time that a timer can run. */
const LONGEST_TIMER = 2 ** 31 - 1;

const count = (minimum: number, maximum = Number.MAX_SAFE_INTEGER) =>
  z.number().multipleOf(1).min(minimum).max(maximum);

const faultSchema: z.ZodType<Fault> = z
  .strictObject({
    match: z
      .strictObject({
        method: z.string(),
        path: z.custom<string | RegExp>((path) => typeof path === "string" || types.isRegExp(path), {
          error: "text or a pattern",
        }),
        kind: z.string(),
      })
      .partial(),
    times: z.custom<number>((times) => times === Infinity || count(1).safeParse(times).success, {
      error: "a whole number of at least 1, or Infinity",
    }),
    effect: z.boolean(),
    delay: count(0, LONGEST_TIMER),
    drop: z.enum(["before", "after", "midway"]),
    hang: z.boolean(),
    status: count(200, 599),
    headers: z.custom<NonNullable<Fault["headers"]>>(areHeaders, { error: "headers that http can carry" }),
    body: z.custom<NonNullable<Fault["body"]>>((body) => typeof body === "string" || isAnyObject(body), {
      error: "text, bytes or an object",
    }),
  })
  .partial();

/** Whether the call of a fault is carried out. */
export function takesEffect({ effect, status, body, hang, drop }: Fault): boolean {
  if (drop === "before") return false;
  return effect ?? (status === undefined && body === undefined && hang !== true);
}

/** Whether a fault is for a call. `path` is the raw path with its query. */
function isFor({ match = {} }: Fault, call: { method: string; path: string; kind?: string }): boolean {
  const { method, path, kind } = match;
  if (method !== undefined && method.toUpperCase() !== call.method) return false;
  if (kind !== undefined && kind !== call.kind) return false;
  if (path === undefined || typeof path === "string") return path === undefined || path === call.path;
  // unlike test(), search() keeps no place between calls
  return call.path.search(path) !== -1;
}

function areHeaders(headers: unknown): boolean {
  if (!isAnyObject(headers)) return false;
  return Object.entries(headers).every(
    ([name, value]) => (value === null || typeof value === "string") && isHeader(name, value ?? ""),
  );
}

function isAnyObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Faults that wait for their calls, the oldest first. */
export class FaultQueue {
  private waiting: { readonly fault: Fault; readonly left: number }[] = [];

  /** @throws TypeError that lists every problem */
  add(given: unknown): void {
    const fault = allowedValue(faultSchema, given, "fault");
    this.waiting.push({ fault, left: fault.times ?? 1 });
  }

  /** The oldest fault that is for the call; it is used up by one. */
  take(call: { readonly method: string; readonly path: string; readonly kind?: string }): Fault | undefined {
    const found = this.waiting.find(({ fault }) => isFor(fault, call));
    this.waiting = this.waiting
      .map((entry) => (entry === found ? { ...entry, left: entry.left - 1 } : entry))
      .filter(({ left }) => left > 0);
    return found?.fault;
  }

  clear(): void {
    this.waiting = [];
  }
}

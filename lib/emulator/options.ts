import { validateHeaderName, validateHeaderValue } from "node:http";
import { types } from "node:util";
import * as z from "zod";
import { problemsOf, problemText, valueAt } from "../api/problems";
import { isPrintable, serviceDefaults, serviceSettings } from "../api/service-settings";
import type { StoredRecord } from "./listing";

/** How many calls the emulator takes in a period before it returns 429. */
export interface RateLimit {
  /** Calls with the right key that are taken within any period of `seconds`; a whole number of at least 1. */
  readonly changes: number;
  /** Length of the period in seconds, above 0 and at most a day. */
  readonly seconds: number;
  /** Whether a 429 says in `Retry-After` how many whole seconds to wait. True when left out. */
  readonly retryAfter?: boolean;
}

/** How an emulator behaves. Every option may be left out. */
export interface EmulatorOptions {
  /** Port on 127.0.0.1, 0 to 65535. A free one when 0 or left out. */
  readonly port?: number;
  /** The key that callers have to send; not empty. `emulator-key` when left out. */
  readonly key?: string;
  /**
   * The brand in the key header and in `serviceUnitID`: `acme` makes `ACME-API-KEY` and `acmeUnitID`. `service` when
   * left out.
   */
  readonly vendor?: string;
  /** Rate limit of the service. None when left out. */
  readonly rateLimit?: RateLimit;
  /**
   * Shape of the responses about ingestion sources: `message` for `{message, data}`, `bare` for the record itself. The
   * API leaves open which of the two it is. `message` when left out.
   */
  readonly ingestionEnvelope?: "message" | "bare";
  /** What keeps the records when the emulator ends. They are gone then when left out. */
  readonly store?: RecordStore;
}

/** Keeps the records of an emulator. */
export interface RecordStore {
  /** Those that it has at first. */
  readonly records: readonly StoredRecord[];
  /**
   * Keeps these in place of those before. An effect that cannot be kept does not take place, and its call gets a 500.
   *
   * @throws Error when it cannot
   */
  save(records: readonly StoredRecord[]): void;
}

/** Options with every default filled in. */
export interface EmulatorSettings extends Required<Omit<EmulatorOptions, "rateLimit" | "store">> {
  readonly rateLimit?: RateLimit;
  readonly store?: RecordStore;
}

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

const optionsSchema: z.ZodType<EmulatorSettings, EmulatorOptions> = z.strictObject({
  port: count(0, 65_535).default(0),
  key: z
    .string()
    // as deploys take it
    .refine((key) => key !== "" && key === key.trim() && isPrintable(key), "text of printable ASCII characters")
    .default("emulator-key"),
  vendor: serviceSettings.shape.vendor.unwrap().default(serviceDefaults.vendor),
  rateLimit: z
    .strictObject({
      changes: count(1),
      seconds: z.number().positive().max(86_400),
      retryAfter: z.boolean().optional(),
    })
    .optional(),
  ingestionEnvelope: z.enum(["message", "bare"]).default("message"),
  store: z.custom<RecordStore>((store) => isAnyObject(store) && "save" in store, { error: "a store" }).optional(),
});

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

/**
 * Options with their defaults.
 *
 * @throws TypeError that lists every option that is not allowed
 */
export function settingsOf(options: EmulatorOptions): EmulatorSettings {
  return allowedValue(optionsSchema, options, "options");
}

/**
 * A fault that can be played.
 *
 * @throws TypeError that lists everything in it that is not allowed
 */
export function checkedFault(given: unknown): Fault {
  return allowedValue(faultSchema, given, "fault");
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

/**
 * What fits a schema, with its defaults.
 *
 * @param what what the value is, as the message calls it
 * @throws TypeError that lists every problem
 */
function allowedValue<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const problems = problemsOf(schema, value);
  if (problems.length === 0) return schema.parse(value);
  const lines = problems.map((problem) =>
    problemText({ ...problem, path: [what, ...problem.path] }, valueAt(value, problem.path), false),
  );
  throw new TypeError(lines.join("\n"));
}

/** Whether HTTP can carry a header. */
function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

import * as z from "zod";
import { serviceDefaults, serviceSettings } from "../api/service-settings";
import { allowedValue, isHeader } from "./allowed";

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
}

/** Options with every default filled in. */
export interface EmulatorSettings extends Required<Omit<EmulatorOptions, "rateLimit">> {
  readonly rateLimit?: RateLimit;
}

const optionsSchema: z.ZodType<EmulatorSettings, EmulatorOptions> = z.strictObject({
  port: z.number().multipleOf(1).min(0).max(65_535).default(0),
  key: z
    .string()
    .refine((key) => key !== "" && key === key.trim() && isHeader("key", key), "text that a header can carry")
    .default("emulator-key"),
  vendor: serviceSettings.shape.vendor.unwrap().default(serviceDefaults.vendor),
  rateLimit: z
    .strictObject({
      changes: z.number().multipleOf(1).min(1),
      seconds: z.number().positive().max(86_400),
      retryAfter: z.boolean().optional(),
    })
    .optional(),
  ingestionEnvelope: z.enum(["message", "bare"]).default("message"),
});

/**
 * Options with their defaults.
 *
 * @throws TypeError that lists every option that is not allowed
 */
export function settingsOf(options: EmulatorOptions): EmulatorSettings {
  return allowedValue(optionsSchema, options, "options");
}

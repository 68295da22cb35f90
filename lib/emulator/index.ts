import type { KindName } from "../api/kind-names";
import { kinds } from "../api/kinds";
import { type OpenCall, RateLimiter, serveCall } from "./calls";
import { FaultQueue } from "./faults";
import type { Content, ReceivedCall, StoredRecord } from "./listing";
import { type EmulatorOptions, type Fault, settingsOf } from "./options";
import { pageResponse } from "./pages";
import { listen, sendResponse, urlPath } from "./server";
import { EmulatedService } from "./service";

export { type Content, type Listed, type ReceivedCall, renderListing, type StoredRecord } from "./listing";
export type { EmulatorOptions, Fault, FaultMatch, RateLimit, RecordStore } from "./options";

/** Prefix of every path of the service; all else is the emulator's own. */
const PREFIX = "/console/v1/";

/** A running emulator of the service. */
export interface Emulator {
  /** Base URL, `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  /** The key that callers have to send. */
  readonly key: string;
  /**
   * Every call under `/console/v1` that arrived, in order, refused ones too. Without the right key, a call is listed
   * without its body, and only the last 100 of them are. The list grows as calls arrive.
   */
  readonly calls: readonly ReceivedCall[];
  /** The entities that the service keeps, in the order in which they were created. */
  readonly records: readonly StoredRecord[];
  /**
   * The fields of one entity; undefined when the service does not have it.
   *
   * @param kind for example `metric_source`
   * @param id the identity; several fields are joined by `/`: `support_bot/v1`, `Metrics/s3/revenue`
   */
  record(kind: KindName, id: string): Content | undefined;
  /**
   * Plays a fault on the next calls that it is for. If several faults are for a call, it gets the oldest.
   *
   * @throws TypeError that lists everything in the fault that is not allowed
   */
  fail(fault: Fault): void;
  /** Forgets calls, records, faults and the count of the rate limit. */
  reset(): void;
  /** Stops the emulator, and breaks every connection. Resolves when the port is free. */
  close(): Promise<void>;
}

/**
 * Starts an emulator of the service on a loopback port.
 *
 * @throws TypeError when an option is not allowed
 * @throws Error when the port is not available
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const settings = settingsOf(options);
  const faults = new FaultQueue();
  const limiter = new RateLimiter(settings.rateLimit);
  const service = new EmulatedService(kinds, settings);
  const calls: OpenCall[] = [];
  const refused: OpenCall[] = [];
  const closing = new AbortController();
  const backend = { service, settings, faults, limiter, calls, refused, closing: closing.signal };
  const server = await listen(settings.port, async (request, outgoing) => {
    if (urlPath(request).startsWith(PREFIX)) await serveCall(backend, request, outgoing);
    else await sendResponse(outgoing, await pageResponse(emulator, settings, request), closing.signal);
  });
  const emulator: Emulator = {
    baseUrl: server.baseUrl,
    key: settings.key,
    calls,
    get records() {
      return service.records;
    },
    record: (kind, id) => service.record(kind, id)?.data,
    fail: (fault) => faults.add(fault),
    reset: () => {
      for (const list of [calls, refused]) list.length = 0;
      for (const each of [service, faults, limiter]) each.clear();
    },
    close: () => {
      closing.abort();
      return server.close();
    },
  };
  return emulator;
}

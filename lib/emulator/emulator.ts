import type { IncomingMessage, ServerResponse } from "node:http";
import type { Kind } from "../api/kinds";
import { resources } from "../api/resources";
import { Service } from "./emulated-service";
import { type Fault, FaultQueue } from "./fault";
import { type EmulatorOptions, type EmulatorSettings, settingsOf } from "./options";
import { answerPage } from "./pages";
import { RateLimiter } from "./rate-limit";
import type { OpenCall, ReceivedCall } from "./received-call";
import { send } from "./send-answer";
import { pathOf, serveCall } from "./serve-call";
import { type Listening, listen } from "./server";
import { type Content, Store, type StoredRecord } from "./store";

/** Prefix of every path of the service; all else is the emulator's own. */
const PREFIX = "/console/v1/";

/** A running emulator of the service. */
export interface Emulator {
  /** Base address, `http://127.0.0.1:PORT`. */
  readonly address: string;
  /** The key that callers have to send. */
  readonly key: string;
  /**
   * Every call under `/console/v1` that arrived, in order, refused ones too. Without the right key, a call is listed
   * without its body. The list grows as calls arrive.
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
  record(kind: Kind, id: string): Content | undefined;
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
  const emulator = new LocalEmulator(settingsOf(options));
  await emulator.start();
  return emulator;
}

class LocalEmulator implements Emulator {
  readonly key: string;
  readonly calls: OpenCall[] = [];
  readonly #settings: EmulatorSettings;
  readonly #store = new Store();
  readonly #faults = new FaultQueue();
  readonly #limiter: RateLimiter;
  readonly #service: Service;
  readonly #closing = new AbortController();
  #server: Listening | undefined;

  constructor(settings: EmulatorSettings) {
    this.key = settings.key;
    this.#settings = settings;
    this.#limiter = new RateLimiter(settings.rateLimit);
    this.#service = new Service(resources, settings, this.#store, this.#limiter);
  }

  async start(): Promise<void> {
    this.#server = await listen(this.#settings.port, (request, response) => this.#serve(request, response));
  }

  get address(): string {
    return this.#server?.address ?? "";
  }

  get records(): readonly StoredRecord[] {
    return this.#store.all();
  }

  record(kind: Kind, id: string): Content | undefined {
    return this.#store.get(kind, id)?.data;
  }

  fail(fault: Fault): void {
    this.#faults.add(fault);
  }

  reset(): void {
    this.calls.length = 0;
    this.#store.clear();
    this.#faults.clear();
    this.#limiter.clear();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#server?.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closing = this.#closing.signal;
    if (pathOf(request).startsWith(PREFIX)) {
      const backend = { service: this.#service, settings: this.#settings, faults: this.#faults, calls: this.calls };
      await serveCall({ ...backend, closing }, request, response);
    } else {
      await send(response, await answerPage(this, this.#settings, request), {}, closing);
    }
  }
}

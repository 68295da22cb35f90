import { connect } from "node:net";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../lib/emulator/index";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; empty where it is none. */
  readonly json: Record<string, unknown>;
}

/** An emulator for the tests of one block, as new before each. */
export function emulatorWith(options: EmulatorOptions = {}): () => Emulator {
  let emulator: Emulator | undefined;
  const running = () => {
    if (emulator === undefined) throw new Error("the emulator runs inside tests only");
    return emulator;
  };
  beforeAll(async () => {
    emulator = await startEmulator(options);
  });
  beforeEach(() => running().reset());
  afterAll(() => running().close());
  return running;
}

/** Sends a body as JSON, or as it is when it is text or bytes, with the right key unless the headers say otherwise. */
export async function send(
  { baseUrl, key }: Pick<Emulator, "baseUrl" | "key">,
  operation: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const [method, path] = operation.split(/ (.*)/s, 2);
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    redirect: "manual",
    headers: { "content-type": "application/json", "service-api-key": key, ...headers },
    body: body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
}

/** Writes bytes to the emulator's port and resolves with all that comes back until the connection ends. */
export function sendRaw({ baseUrl }: Pick<Emulator, "baseUrl">, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      received += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(received));
  });
}

/** The calls of the samples: the create, or what takes its place, and the update. */
export const paths = {
  experiments: "POST /console/v1/experiments",
  experiment: "POST /console/v1/experiments/checkout_button",
  metricSources: "POST /console/v1/metrics/metric_source",
  metricSource: "POST /console/v1/metrics/metric_source/orders",
  assignmentSource: "POST /console/v1/experiments/assignment_source/exposures",
  assignmentSourcePatch: "PATCH /console/v1/experiments/assignment_source/exposures",
  segments: "POST /console/v1/segments",
  ingestion: "POST /console/v1/ingestion",
  ingestionPatch: "PATCH /console/v1/ingestion",
  versions: "POST /console/v1/prompts/support_bot/versions",
} as const;

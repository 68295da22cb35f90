import { connect } from "node:net";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../lib/emulator/index";
import { experiment, without } from "../support/samples";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
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
  { address, key }: Pick<Emulator, "address" | "key">,
  operation: `${string} ${string}`,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const [method, path] = operation.split(/ (.*)/s, 2);
  const response = await fetch(`${address}${path}`, {
    method,
    redirect: "manual",
    headers: { "content-type": "application/json", "service-api-key": key, ...headers },
    body: body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export function jsonOf(reply: Reply): Record<string, unknown> {
  return JSON.parse(reply.text) as Record<string, unknown>;
}

/** Writes bytes to the emulator's port and resolves with all that comes back until the connection ends. */
export function sendRaw({ address }: Pick<Emulator, "address">, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(address);
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

/** Bodies that the emulator accepts, smallest first. */
export const bodies = {
  experimentUpdate: without(experiment, "id", "name"),
  metricSource: {
    name: "purchases",
    sql: "select * from purchases",
    timestampColumn: "at",
    idTypeMapping: [{ serviceUnitID: "userID", column: "user_id" }],
  },
  assignmentSource: {
    sql: "select * from exposures",
    timestampColumn: "at",
    experimentIDColumn: "experiment",
    groupIDColumn: "variant",
    idTypeMapping: [{ serviceUnitID: "userID", column: "user_id" }],
  },
  segment: { name: "Beta users", type: "id_list" },
  ingestionSource: { dataset: "Metrics", type: "s3", source_name: "revenue" },
  promptVersion: { name: "Version 1", id: "1.0", model: "m", prompts: [{ role: "system", content: "Be kind." }] },
} as const;

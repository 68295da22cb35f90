import { STATUS_CODES } from "node:http";

/** What the service answers a call with. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent as they are, everything else as JSON. */
  readonly body: string | Uint8Array | object;
}

/** An answer that refuses a call. */
export function refusal(
  status: number,
  message = STATUS_CODES[status] ?? "Refused",
  more: { readonly headers?: Answer["headers"]; readonly errors?: readonly object[] } = {},
): Answer {
  return { status, headers: more.headers, body: { message, errors: more.errors } };
}

/** Who the answers say made every change. */
export const EDITOR = { id: "emulator", name: "Emulator" } as const;

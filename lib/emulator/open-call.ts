import type { IncomingMessage } from "node:http";
import { withoutKeys } from "./key";
import type { OpenCall } from "./received-call";

/** The entry of a request whose body is still to be read. */
export function openCall({ method = "", url = "", headers }: IncomingMessage, kind: string | undefined): OpenCall {
  return {
    method,
    path: url,
    kind,
    body: undefined,
    headers: withoutKeys(headers),
    status: undefined,
    time: Date.now(),
  };
}

import type { IncomingHttpHeaders } from "node:http";
import { keyHeader } from "../api/service-settings";
import { type Answer, refusal } from "./answer";
import type { EmulatorSettings } from "./options";

/** The answer to a request without the right key; undefined for one that has it. Never shows a key. */
export function keyRefusal(
  headers: IncomingHttpHeaders,
  { key, vendor }: Pick<EmulatorSettings, "key" | "vendor">,
): Answer | undefined {
  const name = keyHeader(vendor);
  const given = headers[name.toLowerCase()];
  if (given === undefined) return refusal(401, `The header ${name} is missing.`);
  return given === key ? undefined : refusal(401, `The key in the header ${name} is not valid.`);
}

/** The headers of a call as text, with every key hidden: also one sent under another brand. */
export function withoutKeys(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.endsWith("-api-key") ? "***" : String(value)]),
  );
}

import { VALUES_VARIABLE, valuesLimits } from "../protocol/request-file";
import { NotSentError } from "./applier-errors";

/**
 * The JSON text of the array of values that Terraform hands over; see `VALUES_VARIABLE`.
 *
 * @throws NotSentError when the values are too long to be handed over, or a part is missing
 */
export function handedOver(environment: NodeJS.ProcessEnv): string {
  const text = environment[VALUES_VARIABLE] || "[]";
  if (!/^\d+$/.test(text)) return text;
  const count = Number(text);
  if (count > valuesLimits.parts) {
    throw new NotSentError(
      `the values that Terraform fills in are too long to hand over: ${size(count)} characters, zipped; allowed: ${size(valuesLimits.parts)}`,
      "read the longest in code, for example by readFileSync, so that synth knows it: then any length is fine",
    );
  }
  // loaded only where it is needed
  const { gunzipSync } = require("node:zlib") as typeof import("node:zlib");
  const parts = Array.from({ length: count }, (_, index) => environment[`${VALUES_VARIABLE}_${index}`]);
  try {
    return gunzipSync(Buffer.from(parts.join(""), "base64")).toString("utf8");
  } catch {
    // the error says nothing that would help
    throw new NotSentError(
      `the parts of ${VALUES_VARIABLE} are incomplete or corrupt`,
      "let Terraform run the applier",
    );
  }
}

function size(parts: number): string {
  return `${((parts * valuesLimits.part) / 1_000).toLocaleString("en-US")} thousand`;
}

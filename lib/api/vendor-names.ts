import { isPlain } from "../value/json";
import { isFields } from "../value/value";

/** The name of the header that carries the key. */
export function keyHeader(vendor: string): string {
  return `${vendor.toUpperCase()}-API-KEY`;
}

/** A body as it is sent: with the vendor's name in `serviceUnitID`. */
export function toWire(body: unknown, vendor: string): unknown {
  return renameUnitID(body, "serviceUnitID", `${vendor}UnitID`);
}

/** A body as the schemas have it: the inverse of `toWire`. */
export function fromWire(body: unknown, vendor: string): unknown {
  return renameUnitID(body, `${vendor}UnitID`, "serviceUnitID");
}

function renameUnitID(body: unknown, from: string, to: string): unknown {
  if (from === to || typeof body !== "object" || body === null || !("idTypeMapping" in body)) return body;
  const { idTypeMapping } = body;
  return Array.isArray(idTypeMapping)
    ? { ...body, idTypeMapping: idTypeMapping.map((entry) => renameKey(entry, from, to)) }
    : body;
}

function renameKey(value: unknown, from: string, to: string): unknown {
  // what is known only at deploy is not a plain object
  if (!isFields(value) || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key === from ? to : key, inner]));
}

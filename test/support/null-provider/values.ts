import { decode, ExtData, encode } from "@msgpack/msgpack";

/** Stands for a value that is known only after apply. */
export const UNKNOWN = Symbol("known after apply");

/** A string as Terraform knows it while planning. */
export type Text = string | null | typeof UNKNOWN;

/** A map of strings as Terraform knows it while planning. */
export type TextMap = ReadonlyMap<string, Text> | null | typeof UNKNOWN;

/** The attributes of a null_resource. */
export interface NullResource {
  readonly id: Text;
  readonly triggers: TextMap;
}

/** Reads a resource from Terraform's MessagePack; null is a resource that does not exist. */
export function readResource(msgpack: Uint8Array): NullResource | null {
  return toResource(decode(msgpack));
}

/** Reads a resource from the JSON of a state file. Attributes of other provider versions are dropped. */
export function readStoredResource(json: Uint8Array): NullResource | null {
  return toResource(JSON.parse(Buffer.from(json).toString()));
}

/** Writes a resource as Terraform's MessagePack. */
export function writeResource(resource: NullResource | null): Uint8Array {
  return encode(resource && { id: fromText(resource.id), triggers: fromTextMap(resource.triggers) });
}

function toResource(value: unknown): NullResource | null {
  return isObject(value) ? { id: toText(value.id), triggers: toTextMap(value.triggers) } : null;
}

/** Every extension type is an unknown value. What it may add (a known prefix, say) is dropped, as the real provider does. */
function toText(value: unknown): Text {
  if (value instanceof ExtData) return UNKNOWN;
  return typeof value === "string" ? value : null;
}

function toTextMap(value: unknown): TextMap {
  if (value instanceof ExtData) return UNKNOWN;
  return isObject(value) ? new Map(Object.entries(value).map(([key, text]) => [key, toText(text)])) : null;
}

function fromText(text: Text): unknown {
  return text === UNKNOWN ? new ExtData(0, Uint8Array.of(0)) : text;
}

function fromTextMap(map: TextMap): unknown {
  if (map === null || map === UNKNOWN) return fromText(map);
  return Object.fromEntries(Array.from(map, ([key, text]) => [key, fromText(text)]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

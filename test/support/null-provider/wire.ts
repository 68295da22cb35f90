/**
 * Protocol Buffers' wire format, as far as null_resource needs it: every field that is read is length-delimited, and
 * what is written is text, bytes, flags and small numbers.
 */

const VARINT = 0;
const LENGTH_DELIMITED = 2;

/** A message read from the wire: what was last said for each field number. */
export type Fields = ReadonlyMap<number, Buffer>;

/** A field to write. Numbers are whole and not negative. Nested messages are given as their bytes. */
export type Field = readonly [number: number, value: string | Uint8Array | boolean | number];

/** Reads a message's length-delimited fields and passes over all others. */
export function readMessage(bytes: Buffer): Fields {
  const fields = new Map<number, Buffer>();
  let position = 0;

  const readVarint = (): number => {
    let result = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes.readUInt8(position++);
      result += (byte & 0x7f) * scale;
      if (byte < 0x80) return result;
    }
  };

  while (position < bytes.length) {
    const tag = readVarint();
    const wireType = tag & 7;
    if (wireType === VARINT) readVarint();
    else if (wireType === LENGTH_DELIMITED) {
      const length = readVarint();
      fields.set(Math.floor(tag / 8), bytes.subarray(position, position + length));
      position += length;
    } else throw new Error(`cannot read wire type ${wireType}: expected 0 or 2`);
  }
  return fields;
}

/** Writes a message. A number given several times is a repeated field. */
export function writeMessage(...fields: readonly Field[]): Buffer {
  const parts: Uint8Array[] = [];
  for (const [number, value] of fields) {
    if (typeof value === "boolean" || typeof value === "number") {
      parts.push(varint(number * 8 + VARINT), varint(Number(value)));
    } else {
      const bytes = typeof value === "string" ? Buffer.from(value) : value;
      parts.push(varint(number * 8 + LENGTH_DELIMITED), varint(bytes.length), bytes);
    }
  }
  return Buffer.concat(parts);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

/** The ways in which an answer may repeat a secret: as it is, escaped in JSON or HTML, percent- or base64-encoded. */
export function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const all = [
    ...jsonSpellings(secret),
    ...htmlSpellings(secret),
    ...ENCODED.flatMap((encoded) => percentSpellings(bytes, encoded)),
    ...base64Spellings(bytes).flatMap((text) => [text, ...percentSpellings(Buffer.from(text), RESERVED)]),
  ];
  return [secret, ...new Set(all)].filter((text) => text !== "");
}

function jsonSpellings(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return [json, json.replaceAll("/", "\\/"), ascii];
}

function htmlSpellings(text: string): string[] {
  const tags = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [
    tags,
    tags.replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
    tags.replaceAll('"', "&#34;").replaceAll("'", "&#39;"),
    tags.replaceAll('"', "&quot;").replaceAll("'", "&#x27;"),
  ];
}

/** What percent-encoding does not leave as it is, by RFC 3986. */
const RESERVED = /[^\w.~-]/g;

/**
 * What encoders do not leave as it is: strict ones, those of forms, of parts of an address, of whole addresses, wary
 * ones, and those that encode everything.
 */
const ENCODED = [RESERVED, /[^\w.* -]/g, /[^\w.~!*'()-]/g, /[^\w.~!*'();/?:@&=+$,#-]/g, /[^A-Za-z0-9]/g, /[\s\S]/g];

function percentSpellings(bytes: Buffer, encoded: RegExp): string[] {
  // one character for each byte, so that one pass of the pattern is enough
  const text = bytes.toString("latin1");
  const spell = (hex: (byte: string) => string) =>
    text
      .replace(encoded, (byte) => `%${hex(byte.charCodeAt(0).toString(16).padStart(2, "0"))}`)
      // only forms leave spaces
      .replaceAll(" ", "+");
  return [spell((byte) => byte.toUpperCase()), spell((byte) => byte)];
}

/** Shortest piece of base64 that tells something of a secret, and is not likely to stand there by chance. */
const SHORTEST_BASE64 = 4;

/** Base64 of the secret wherever it may begin within a group of three bytes, without what its neighbours change. */
function base64Spellings(bytes: Uint8Array): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const tail = (offset + bytes.length) % 3 === 0 ? 0 : 1;
    const stable = encoded.slice(offset === 0 ? 0 : offset + 1, encoded.length - tail);
    return stable.length < SHORTEST_BASE64 ? [] : [stable, stable.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

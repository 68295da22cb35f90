/** The ways in which an answer may repeat a secret: as it is, escaped in JSON or HTML, percent- or base64-encoded. */
export function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const all = [
    ...jsonSpellings(secret),
    ...htmlSpellings(secret),
    ...PLAIN.flatMap((plain) => percentSpellings(bytes, plain)),
    ...base64Spellings(bytes).flatMap((text) => [text, ...percentSpellings(Buffer.from(text), UNRESERVED)]),
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

/** What percent-encoding leaves as it is, by RFC 3986. */
const UNRESERVED = /[\w.~-]/;

/**
 * What encoders leave as it is: strict ones, those of forms, of parts of an address, of whole addresses, wary ones, and
 * those that encode everything.
 */
const PLAIN = [UNRESERVED, /[\w.* -]/, /[\w.~!*'()-]/, /[\w.~!*'();/?:@&=+$,#-]/, /[A-Za-z0-9]/, /(?!)/];

function percentSpellings(bytes: Uint8Array, plain: RegExp): string[] {
  const encoded = (hex: (text: string) => string) =>
    Array.from(bytes, (byte) => {
      const character = String.fromCharCode(byte);
      if (byte < 0x80 && plain.test(character)) return character === " " ? "+" : character;
      return `%${hex(byte.toString(16).padStart(2, "0"))}`;
    }).join("");
  return [encoded((hex) => hex.toUpperCase()), encoded((hex) => hex)];
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

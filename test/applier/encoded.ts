export const hexOf = (text: string) => Buffer.from(text).toString("hex");
export const base64Of = (text: string) => Buffer.from(text).toString("base64");
const bytesOf = (text: string) => [...Buffer.from(text)];
export const pairsOf = (text: string) => bytesOf(text).map((byte) => byte.toString(16).padStart(2, "0"));
export const littleEnd = (text: string) => Buffer.from(text, "utf16le");
export const bigEnd = (text: string) => littleEnd(text).swap16();
const quotedPrintable = (text: string) =>
  pairsOf(text)
    .map((pair, index) => `${index % 24 === 23 ? "=\r\n" : ""}=${pair.toUpperCase()}`)
    .join("");
export const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const escaped = (text: string, signs: RegExp) =>
  text.replace(signs, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** What a service may make of a value. */
export const forms: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "a part of an address": encodeURIComponent,
  "the same with small letters": (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  "a part of a form": (text) => new URLSearchParams({ key: text }).toString().slice(4),
  "a path": (text) => encodeURIComponent(text).replaceAll("%2F", "/"),
  "codes for all signs": (text) =>
    encodeURIComponent(text).replace(/[-_.!~*'()]/g, (sign) => `%${hexOf(sign).toUpperCase()}`),
  JSON: inJson,
  "JSON for pages": (text) => escaped(inJson(text), /[<>&]/g),
  "JSON of ASCII alone": (text) => escaped(inJson(text), /[^ -~]/g),
  base64: base64Of,
  "base64 without padding": (text) => base64Of(text).replaceAll("=", ""),
  "base64 for addresses": (text) => Buffer.from(text).toString("base64url"),
  hexadecimal: hexOf,
  "hexadecimal in capitals": (text) => hexOf(text).toUpperCase(),
  numbers: (text) => bytesOf(text).join(", "),
  "numbers in lines": (text) => bytesOf(text).join(",\n  "),
  "numbers of Java": (text) => new Int8Array(Buffer.from(text)).join(", "),
  "numbers in XML": (text) => bytesOf(text).join("</byte> <byte>"),
  "hexadecimal pairs": (text) => pairsOf(text).join(" "),
  "pairs with colons": (text) => pairsOf(text).join(":"),
  "pairs with dashes": (text) => pairsOf(text).join("-").toUpperCase(),
  "octal bytes": (text) => bytesOf(text).reduce((all, byte) => `${all}\\${byte.toString(8).padStart(3, "0")}`, ""),
  "quoted-printable": quotedPrintable,
  "units of JavaScript": (text) => escape(text).replace(/[\w@*./+-](?<!%u?[\dA-F]*)/g, (sign) => `%u00${hexOf(sign)}`),
  "references without semicolons": (text) => Array.from(text, (sign) => `&#${sign.codePointAt(0)}`).join(""),
  "base64 of base64": (text) => base64Of(base64Of(text)),
  "hexadecimal base64": (text) => hexOf(base64Of(text)),
  "base64 of hexadecimal": (text) => base64Of(hexOf(text)),
  "base64 of JSON": (text) => base64Of(inJson(text)),
};

/** A service's ways to repeat what it got. */
export const echoes: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  JSON: (text) => JSON.stringify({ received: text }),
  "JSON in JSON": (text) => JSON.stringify({ received: JSON.stringify({ hypothesis: text }) }),
  "JSON with \\/": (text) => JSON.stringify({ received: text }).replaceAll("/", "\\/"),
  "JSON for pages": (text) => escaped(JSON.stringify({ received: text }), /[<>&]/g),
  "JSON of ASCII alone": (text) => escaped(JSON.stringify({ received: text }), /[^ -~]/g),
  "a part of an address": (text) => `/x?y=${encodeURIComponent(text)}`,
  "a part of a form": (text) => new URLSearchParams({ y: text }).toString(),
  "text of Python": (text) => `b'${text.replace(/[\\']/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}'`,
  HTML: (text) => `<p>${text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`,
  base64: (text) => base64Of(`user:${text}`),
  "bytes of a buffer": (text) => JSON.stringify({ received: Buffer.from(text) }),
  "numbered bytes": (text) => JSON.stringify({ received: new Uint8Array(Buffer.from(text)) }),
  "hexadecimal pairs": (text) => `<${pairsOf(text).join(" ")}>`,
  "text of C": (text) =>
    text.replace(/[^ -~]/gu, (sign) =>
      bytesOf(sign)
        .map((byte) => `\\${byte.toString(8)}`)
        .join(""),
    ),
  "quoted-printable": (text) => JSON.stringify({ received: quotedPrintable(text) }),
  "units of JavaScript": (text) => `/x?y=${escape(text)}`,
  "base64 in lines": (text) => base64Of(`user:${text}`).replace(/.{64}(?=.)/g, "$&\r\n"),
  "base64 of base64": (text) => base64Of(`user:${base64Of(text)}`),
  "base64 of JSON": (text) => base64Of(JSON.stringify({ hypothesis: text })),
  "UTF-16 in base64": (text) => JSON.stringify({ received: littleEnd(`user: ${text}`).toString("base64") }),
};

/** Longest part of a service's answer that is printed, in characters. */
const LONGEST = 2_000;

/** Makes text from outside fit to print: without secrets, control characters and excess. */
export class Redactor {
  private readonly hidden: readonly string[];

  /** @param secrets the key and every secret that went into the request */
  constructor(secrets: readonly string[]) {
    this.hidden = [...new Set(secrets.filter((secret) => secret !== "").flatMap(spellings))].sort(
      (a, b) => b.length - a.length,
    );
  }

  /** The text with every secret replaced by `***`, also where it is percent- or base64-encoded. */
  hide(text: string): string {
    return this.hidden.reduce((hidden, secret) => hidden.replaceAll(secret, "***"), text);
  }

  /** Text of the service's on one line: bounded, printable, without secrets. */
  line(text: string): string {
    const hidden = this.hide(text)
      .replace(ESCAPES, "")
      .replace(/\s+/gu, " ")
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, "")
      .trim();
    return hidden.length > LONGEST ? `${hidden.slice(0, LONGEST)}… (${hidden.length} characters)` : hidden;
  }
}

/** Terminal escape sequences, with what follows them, so that no remains are printed: titles and links, then the rest. */
const ESCAPES = new RegExp(
  // from text, since a control character in a literal would look like a slip
  ["\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)?", "[\\u001b\\u009b]\\[?[0-?]*[ -/]*[@-~]"].join("|"),
  "g",
);

/** The ways in which an answer may repeat a secret. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    json,
    percent,
    percent.toLowerCase(),
    percent.replaceAll("%20", "+"),
    ...base64Spellings(bytes),
  ].filter((spelling) => spelling.length >= Math.min(secret.length, 4));
}

/** Base64 of the secret wherever it may begin within a group of three bytes, without what its neighbours change. */
function base64Spellings(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const tail = (offset + bytes.length) % 3 === 0 ? 0 : 1;
    const stable = encoded.slice(offset === 0 ? 0 : offset + 1, encoded.length - tail);
    return stable.length < 6 ? [] : [stable, stable.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

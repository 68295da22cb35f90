/** A part of a secret is masked if it has so many characters, and half of the secret. */
const SHORTEST_PART = 12;

/** A secret, and what services usually make of one before they repeat it. */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const percent = encodeURIComponent(secret.toWellFormed());
  const hex = bytes.toString("hex");
  const forms = [
    secret,
    ...inJson(secret),
    percent,
    percent.replace(/%../g, (code) => code.toLowerCase()),
    percent.replaceAll("%20", "+"),
    ...[0, 1, 2].flatMap((start) => inBase64(bytes, start)),
    hex,
    hex.toUpperCase(),
  ];
  return forms.flatMap((form) => [form, ...inJson(form)]);
}

/** A text as it stands inside a JSON string. Writers differ in what else they escape. */
function inJson(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[^ -~]/g, unicodeEscape);
  return [json, json.replace(/[<>&]/g, unicodeEscape), ascii, ascii.replaceAll("/", "\\/")];
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Bytes in base64 and base64url: by themselves, or what does not depend on the bytes around them. */
function inBase64(bytes: Buffer, start: number): string[] {
  const base64 = Buffer.concat([Buffer.alloc(start), bytes]).toString("base64");
  const bare = base64.replace(/=+$/, "");
  const inner = bare.slice(start === 0 ? 0 : start + 1, -1);
  const forms = start === 0 ? [base64, bare, inner] : [inner];
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

/** A text with `***` for each large part of a form. */
export function withoutParts(text: string, form: string): string {
  const least = Math.max(SHORTEST_PART, Math.ceil(form.length / 2));
  // of the blocks that a form is cut into, each part of that length has one as a whole
  const size = Math.ceil(least / 2);
  let masked = text;
  for (let start = 0; start + size <= form.length; start += size)
    masked = withoutPart(masked, form, { start, size, least });
  return masked;
}

interface Block {
  readonly start: number;
  readonly size: number;
  /** How long a part must be that has the block. */
  readonly least: number;
}

function withoutPart(text: string, form: string, { start, size, least }: Block): string {
  const block = form.slice(start, start + size);
  let masked = "";
  let done = 0;
  for (let at = text.indexOf(block); at >= 0; at = text.indexOf(block, at + 1)) {
    let before = 0;
    while (before < Math.min(start, at - done) && text[at - before - 1] === form[start - before - 1]) before++;
    let after = size;
    while (start + after < form.length && text[at + after] === form[start + after]) after++;
    if (before + after < least) continue;
    masked += `${text.slice(done, at - before)}***`;
    done = at + after;
    at = done - 1;
  }
  return masked + text.slice(done);
}

/** A text with `***` for its end, if a form begins with it. */
export function withoutBeginning(text: string, form: string): string {
  for (let length = Math.min(form.length, text.length); length > 0; length--) {
    if (text.endsWith(form.slice(0, length))) return `${text.slice(0, -length)}***`;
  }
  return text;
}

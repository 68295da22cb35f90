/** Reads a template string as Terraform's scanner does, for the syntax that this package writes; throws at anything else. */
export function readTemplate(template: string, tokens: Readonly<Record<string, string>> = {}): string {
  let read = "";
  let rest = template;
  while (rest !== "") {
    const token = Object.keys(tokens).find((candidate) => rest.startsWith(candidate));
    const [expression = "", quoted] = /^\$\{("(?:[^"\\]|\\.)*")\}/.exec(rest) ?? [];
    if (token !== undefined) {
      read += tokens[token];
      rest = rest.slice(token.length);
    } else if (rest.startsWith("$${") || rest.startsWith("%%{")) {
      read += rest.slice(1, 3);
      rest = rest.slice(3);
    } else if (quoted !== undefined) {
      read += readQuoted(quoted);
      rest = rest.slice(expression.length);
    } else {
      if (/^[$%]\{/.test(rest)) throw new Error(`a template opens at ${JSON.stringify(rest)}`);
      if (/^\r(?!\n)/.test(rest)) throw new Error(`a lone carriage return at ${JSON.stringify(rest)}`);
      if (read === "" && rest.startsWith("\ufeff")) throw new Error("a byte order mark begins the text");
      read += rest[0];
      rest = rest.slice(1);
    }
  }
  return read;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" };

/** The text of a quoted string of Terraform's language, which has fewer escapes than JSON. */
export function readQuoted(quoted: string): string {
  const [, inner] = /^"((?:[^"\\\n\r]|\\.)*)"$/.exec(quoted) ?? [];
  if (inner === undefined) throw new Error(`no quoted string: ${quoted}`);
  return inner.replace(/\\u([0-9a-f]{4})|\\U([0-9a-f]{8})|\\(.)|[$%]+\{/g, (match, ...groups) => {
    const [short, long, letter] = groups as (string | undefined)[];
    const code = short ?? long;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    if (letter === undefined) return readTemplate(match);
    const character = ESCAPES[letter];
    if (character === undefined) throw new Error(`Terraform knows no escape ${match}`);
    return character;
  });
}

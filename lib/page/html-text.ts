import { visible } from "../api/escape-invisible";

/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | undefined | readonly Part[];

/** HTML with values in it: each is escaped, and nothing in it acts on the page or misleads a reader. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.reduce((all, text, index) => `${all}${textOf(parts[index - 1])}${text}`));
}

function textOf(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(textOf).join("") : escaped(String(part));
}

function escaped(text: string): string {
  return text
    .split("\t")
    .map(visible)
    .join("\t")
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

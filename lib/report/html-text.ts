import { visibleWithTabs } from "../text/visible";

/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in HTML; texts are escaped, and false and undefined are nothing. */
export type PagePart = Html | string | number | false | undefined | readonly PagePart[];

/** HTML with values in it: each is escaped, and nothing in it acts on the page or misleads a reader. */
export function html(texts: TemplateStringsArray, ...parts: readonly PagePart[]): Html {
  return new Html(texts.reduce((all, text, index) => `${all}${partText(parts[index - 1])}${text}`));
}

function partText(part: PagePart): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(partText).join("") : escapedHtml(String(part));
}

function escapedHtml(text: string): string {
  return visibleWithTabs(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

import { type CodePages, pageOfFile } from "../text/code-pages";
import { type Placed, placeText } from "../text/names";
import type { Words } from "./document";

/** Where people find an entity: the construct, or the file, which leads to its page; nothing once it has left the code. */
export function placeWords(placed: Partial<Placed>, code: CodePages | undefined): Words {
  const place = placeText(placed);
  if (place === undefined) return "";
  return { href: code && placed.file && pageOfFile(code, placed.file), words: { code: place } };
}

/** What synth warned of an entity: the place in a file that it begins with leads there. */
export function warningWords(text: string, { file: isInFile }: Partial<Placed>, code: CodePages | undefined): Words {
  const [place, file, line] = (isInFile && /(?<=^synth warns of )(.+?):(\d+):\d+(?=: )/.exec(text)) || [];
  if (code === undefined || place === undefined || file === undefined) return text;
  const [before = "", ...after] = text.split(place);
  return [before, { href: pageOfFile(code, file, Number(line)), words: place }, after.join(place)];
}

/**
 * The address of a web page, in signs that mean nothing else in HTML and Markdown.
 *
 * @returns undefined for what is no page that everybody may open by a click
 */
export function webAddress(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { href, protocol, username, password, search } = new URL(text);
  const isPage = /^https?:$/.test(protocol) && username + password + search === "";
  return isPage ? href.replace(/[^\w.~:/#%@+,=[\]-]/g, encoded) : undefined;
}

function encoded(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

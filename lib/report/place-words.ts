import { type CodePages, pageOfFile } from "../text/code-pages";
import { type Placed, placeText } from "../text/names";
import type { Words } from "./document";

/** Where people find an entity: the construct, or the file, which leads to its page; nothing once it has left the code. */
export function placeWords(placed: Partial<Placed>, code: CodePages | undefined): Words {
  const place = placeText(placed);
  if (place === undefined) return "";
  return linked(code && placed.file && pageOfFile(code, placed.file), { code: place });
}

/** What synth warned of an entity: the place in a file that it begins with leads there. */
export function warningWords(text: string, { file: isInFile }: Partial<Placed>, code: CodePages | undefined): Words {
  const [place, file, line] = (isInFile && /(?<=^synth warns of )(.+?):(\d+):\d+(?=: )/.exec(text)) || [];
  if (code === undefined || place === undefined || file === undefined) return text;
  const [before = "", ...after] = text.split(place);
  return [before, linked(pageOfFile(code, file, Number(line)), place), after.join(place)];
}

/** Words that lead to an address, where there is one. */
export function linked(address: string | undefined, words: Words): Words {
  return address ? { href: address, words } : words;
}

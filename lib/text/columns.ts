/** Texts whose characters take a column each, and do not join: to look for characters in all others takes long. */
const PLAIN = /^[ -~\u00a0-\u00ac\u00ae-\u024f–—…→]*$/;

/** How many columns of a terminal a text takes: a wide character takes two, an emoji of several code points two in all. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return charactersOf(text).reduce((sum, character) => sum + widthOf(character), 0);
}

/** What readers take for one character: an emoji may have several code points, a letter several marks. */
export function charactersOf(text: string): string[] {
  if (PLAIN.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The first characters of a text, as many as have room in these columns, and their columns. */
export function fittingIn(text: string, columns: number): { readonly text: string; readonly columns: number } {
  let [fitting, taken] = ["", 0];
  for (const character of charactersOf(text)) {
    const width = widthOf(character);
    if (taken + width > columns) break;
    fitting += character;
    taken += width;
  }
  return { text: fitting, columns: taken };
}

let segmenter: Intl.Segmenter | undefined;

function widthOf(character: string): number {
  if (WIDE.test(character)) return 2;
  return UNSEEN.test(character) ? 0 : 1;
}

/** What Unicode calls wide or fullwidth, and what terminals show as an emoji. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\u20e3/u;

const UNSEEN = /^[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]+$/u;

/** What the text of a file has in it that is no part of any document. */

/** A byte order mark with which a document begins: behind its `---`, or before it, as in files that were joined. */
const DOCUMENT_MARK = /^\ufeff(?=---(?:\s|$))|(?<=^---[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*)\ufeff/gm;

/** The text of a file without the byte order marks at the beginning of its documents. */
export function withoutDocumentMarks(text: string): string {
  return text.includes("\ufeff") ? text.replace(DOCUMENT_MARK, "") : text;
}

/** A line that opens a block of Terraform's own language. */
const HCL_BLOCK = /^(?:resource|data|module|provider|variable)(?:[ \t]+"[^"\n]*")+[ \t]*\{/m;

/** What to do with a text in Terraform's own language. */
export const HCL =
  "HCL of Terraform, which is not read: write each argument as `field: value`, and without the block around them";

/** Where a text has a block of Terraform's own language; undefined where it has none. */
export function hclOffset(text: string): number | undefined {
  return HCL_BLOCK.exec(text)?.index;
}

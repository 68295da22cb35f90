/** What belongs to the first of the experiments that `experimentProps` describes, for another one. */
export function numbered(text: string, index: number): string {
  return text.replaceAll(/(button[ _]|experiment-)0(?!\d)/g, `$1${index}`);
}

/** Whether a text is JSON. */
export function isValidJson(text: string): boolean {
  return problemOf(text) === undefined;
}

/** Where a text stops being JSON: behind its longest beginning that lacks no more than its end. Node does not always say it. */
export function jsonErrorOffset(text: string): number {
  let good = 0;
  for (let bad = text.length + 1; bad - good > 1; ) {
    const middle = Math.floor((good + bad) / 2);
    if (lacksOnlyItsEnd(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/** What is wrong at the place where a text stops being JSON, without the text: it may be a secret. */
export function jsonMistake(text: string, offset: number): string {
  if (offset >= text.trimEnd().length) return "the file ends before each {, [ and quote is closed";
  if (/[\]}]/.test(text.charAt(offset)) && text.slice(0, offset).trimEnd().endsWith(","))
    return "a comma before the closing } or ]; remove it";
  return "this may not stand here; keys and texts are in double quotes, a comma is between two entries, and there are no comments";
}

function lacksOnlyItsEnd(text: string): boolean {
  const problem = problemOf(text);
  if (problem === undefined || /^Unexpected end/.test(problem)) return true;
  const [, position] = /at position (\d+)/.exec(problem) ?? [];
  return Number(position) >= text.length;
}

/** What Node says of a text that is not JSON. */
function problemOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** A line that version control writes around and between the sides of a conflict. */
const CONFLICT_MARK = /^(?:(<{7,}|>{7,}|\|{7,})(?:[ \t].*)?|={7})\r?$/gm;

/** A conflict that version control has left in a text, or the rest of one. */
interface Conflict {
  readonly offset: number;
  readonly text: string;
}

interface Mark {
  readonly offset: number;
  /** Without the name of the side. */
  readonly sign: string;
}

/** Each conflict in a text, by its first mark. */
export function conflictsIn(text: string): Conflict[] {
  const groups: Mark[][] = [];
  for (const { 0: line, index } of text.matchAll(CONFLICT_MARK)) {
    const mark = { offset: index, sign: line.slice(0, 7) };
    const group = groups.at(-1);
    if (group === undefined || mark.sign === BEGIN || group.at(-1)?.sign === END) groups.push([mark]);
    else group.push(mark);
  }
  return groups.flatMap((marks) => {
    const signs = marks.map(({ sign }) => sign);
    // lines between the sides also underline a heading, or are a row of a table
    const [first] = marks;
    if (first === undefined || !(signs.includes(BEGIN) || signs.includes(END))) return [];
    const isWhole = [BEGIN, MIDDLE, END].every((sign) => signs.includes(sign));
    const text = isWhole
      ? `a conflict of git (${first.sign}): choose one side, and remove the marks (<<<<<<<, =======, >>>>>>>)`
      : `the rest of a conflict of git (${signs.join(", ")}): see that one side alone is left, and remove what marks it`;
    return [{ offset: first.offset, text }];
  });
}

const BEGIN = "<<<<<<<";
const MIDDLE = "=======";
const END = ">>>>>>>";

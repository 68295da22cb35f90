/** A line that version control writes around and between the two sides of a conflict. */
const CONFLICT_MARK = /^(?:(<{7,}|>{7,}|\|{7,})(?:[ \t].*)?|={7})\r?$/gm;

/** A conflict that version control has left in a text. */
interface Conflict {
  readonly offset: number;
  readonly text: string;
}

/** Each conflict in a text, by its first mark. */
export function conflictsIn(text: string): Conflict[] {
  const conflicts: Conflict[] = [];
  let isOpen = false;
  for (const { 0: line, index } of text.matchAll(CONFLICT_MARK)) {
    const mark = line.slice(0, 7);
    if (!isOpen)
      conflicts.push({
        offset: index,
        text: `a conflict of git (${mark}): choose one side, and remove the marks (<<<<<<<, =======, >>>>>>>)`,
      });
    isOpen = !mark.startsWith(">");
  }
  return conflicts;
}

import { LONGEST_COMMENT, SEPARATOR } from "../../report/markdown";
import { MarkdownPage } from "../../report/markdown-page";
import { code, firstLines, foldedMarkdown, plain } from "../../report/markdown-text";
import { capitalised } from "../../report/page-parts";
import { titleOf } from "../../text/title";
import { counted, inBrief, inWords } from "../../text/words";
import type { Review } from "../model";
import { movesText } from "./change-view";
import { addChange, addNew, riskNameMarkdown, shortened } from "./markdown-change";
import { groupedNew, MOST_MOVES, type ReviewContext, type ReviewView, viewOfReview } from "./review-view";
import { HOW_TO_DECIDE } from "./review-words";

/** Room for the lines that say what was left out, and for what a pipeline puts before a comment. */
const RESERVE = 2_500;

/** How much of the page the list of risks may take. */
const FOR_RISKS = 3 / 8;

/** Most notes, and how much of the page they may take: a sign that Markdown reads takes five. */
const MOST_NOTES = 20;
const FOR_NOTES = 3 / 8;

/** A review for a pull request: no longer than a comment may be. */
export function markdownOf(
  review: Review,
  { limit = LONGEST_COMMENT, ...context }: ReviewContext & { readonly limit?: number } = {},
): string {
  const view = viewOfReview(review, context);
  const notes = notesOf(view, limit * FOR_NOTES);
  const page = new MarkdownPage(limit - RESERVE - notes.length);
  page.add(`**${plain(view.verdict)}**`);
  page.add(plain(shortened(view.about.join(" · "))));
  if (view.summary !== undefined) page.add(`${view.summary}.`);
  const risks = risksMarkdown(view, limit * FOR_RISKS);
  for (const block of movesMarkdown(view)) {
    // what moves users stands before the risks, and never takes their place
    if (page.hasRoomFor([block, ...risks].join(SEPARATOR))) page.add(block);
  }
  for (const block of risks) page.add(block);
  const leftOut: string[] = [];
  for (const { name, summary, changes } of view.stacks) {
    if (summary === undefined) continue;
    page.add(`### ${plain(name)}\n\n${capitalised(summary)}.`);
    const { alike, others } = groupedNew(changes);
    const missing = [
      ...others.filter((change) => !addChange(page, change)),
      ...[...alike].flatMap(([label, each]) => each.slice(addNew(page, each, label))),
    ];
    leftOut.push(...missing.map(({ change }) => shortened(titleOf(change), 100)));
  }
  return page.closed([
    ...(leftOut.length === 0
      ? []
      : [
          `**Left out for its length:** ${counted(leftOut.length, "changed entity")} (${plain(inBrief(leftOut))}); see ${code("review --format html")}.`,
        ]),
    ...(page.isCut ? [`Long texts are left out where they do not fit; see ${code("review --format html")}.`] : []),
    ...(notes === "" ? [] : [notes]),
  ]);
}

/** The notes, folded: they are worth knowing, and no reason to stop. */
function notesOf({ stacks, shared }: ReviewView, room: number): string {
  const own = stacks.flatMap(({ name, notes }) => notes.map((note) => ({ note, stacks: [name] })));
  const all = [...own, ...shared].map(
    (each) => `- ${stacks.length > 1 ? `${plain(inWords(each.stacks))}: ` : ""}${plain(shortened(each.note))}`,
  );
  if (all.length === 0) return "";
  const shown = firstLines(all.slice(0, MOST_NOTES), room);
  const left = all.length - shown.length;
  const more = left > 0 ? [`- … and ${counted(left, "note")} more`] : [];
  return foldedMarkdown(counted(all.length, "note"), [...shown, ...more].join("\n"));
}

/** What starts, stops or is decided. */
function movesMarkdown({ moving }: ReviewView): string[] {
  if (moving.length === 0) return [];
  const lines = moving
    .slice(0, MOST_MOVES)
    .flatMap((view) => [
      `- **${plain(shortened(movesText(view)))}**`,
      ...view.start.map((each) => `  - ${plain(shortened(each))}`),
    ]);
  return [[...lines, ...(moving.length > MOST_MOVES ? [`- … and ${moving.length - MOST_MOVES} more`] : [])].join("\n")];
}

/** The risks, before all changes: a reader of a pull request may see no more. They are shortened, and never left out. */
function risksMarkdown({ risky }: ReviewView, room: number): string[] {
  if (risky.length === 0) return [];
  const risks = risky.flatMap(({ change }) =>
    change.risks.map((risk) => ({ name: riskNameMarkdown(risk), entity: shortened(titleOf(change), 100) })),
  );
  const byEntity = risky
    .map(({ change }) => `- ${plain(titleOf(change))}: ${change.risks.map(riskNameMarkdown).join(", ")}`)
    .join("\n");
  const names = [...new Set(risks.map(({ name }) => name))];
  const byRisk = (most: number) =>
    names
      .map((name) => {
        const entities = risks.filter((risk) => risk.name === name).map(({ entity }) => entity);
        return `- ${name}: ${entities.length}${most === 0 ? "" : ` (${plain(inBrief(entities, most))})`}`;
      })
      .join("\n");
  const shown = [byEntity, ...MOST_ENTITIES.map(byRisk)].find(({ length }) => length <= room);
  return [
    `#### ${counted(risks.length, "risk")}`,
    shown ?? byRisk(0),
    ...(risky.some(({ openRisks }) => openRisks.length > 0) ? [HOW_TO_DECIDE] : []),
  ];
}

/** How many entities stand beside the name of a risk, where there is no room for all. */
const MOST_ENTITIES = [10, 3, 1];

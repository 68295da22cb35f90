import { labelOf } from "../api/resource";
import { placeText } from "../entity/title";
import { unreadText } from "../records/service-records";
import { CLOSING_ROOM, LONGEST_COMMENT, MarkdownPage, SEPARATOR } from "../report/markdown-page";
import { code, firstLines, foldedMarkdown, markdownTable, plain, tagged } from "../report/markdown-text";
import { diffMarkdown, shortened, valueCell } from "../review/formats/markdown-change";
import type { Drift, EntityDrift } from "./drift";
import { unmanagedText } from "./drift-text";
import { driftAdvice, driftStates, driftVerdict, driftViews, isDrifted, nextUpdate, shownDrifts } from "./drift-words";

/** How many of the records that cannot be read are named, and how much of the page they may take. */
const MOST_UNREAD = 50;
const FOR_UNREAD = 3 / 8;

/** How much of the page may name what is not in the code: a sign that Markdown reads takes five. */
const FOR_UNMANAGED = 1 / 16;

/** A drift as a comment on a pull request, or as an issue that a nightly job opens. */
export function driftMarkdown(drift: Drift, limit = LONGEST_COMMENT): string {
  const unread = firstLines(
    drift.unread.slice(0, MOST_UNREAD).map((each) => `- ${plain(shortened(unreadText(each)))}`),
    limit * FOR_UNREAD,
  );
  const left = drift.unread.length - unread.length;
  const shown = left === 0 ? unread : [...unread, `- … and ${left} more`];
  const ends = [
    ...(shown.length === 0 ? [] : [`#### Not read\n\n${shown.join("\n")}`]),
    ...(drift.unmanaged.length === 0
      ? []
      : [`Not in the code: ${plain(shortened(unmanagedText(drift), Math.floor(limit * FOR_UNMANAGED)))}`]),
    ...(isDrifted(drift) ? [`_${plain(driftAdvice(drift))}._`] : []),
  ];
  const blocks = drift.stacks.flatMap(({ name, entities, notes }) => [
    `### ${plain(name)}`,
    ...shownDrifts(entities).map(entityBlock),
    ...notes.map((note) => `- ${plain(note)}`),
  ]);
  const head = `**${plain(driftVerdict(drift))}**`;
  const page = new MarkdownPage(limit - CLOSING_ROOM - head.length - ends.join(SEPARATOR).length);
  const fitting = blocks.findIndex((block) => !page.add(block));
  const cut = page.isCut ? [`… and ${blocks.length - fitting} more: see --format json`] : [];
  return `${head}${SEPARATOR}${page.closed([...cut, ...ends])}`;
}

function entityBlock(entity: EntityDrift): string {
  const { kind, name, state } = entity;
  const views = driftViews(entity);
  const values = views.filter((view) => view.form === "values");
  const texts = views.filter((view) => view.form === "lines");
  const rows = values.map(({ path, before, after }) => [path, before, after].map(valueCell));
  return [
    `${labelOf(kind)} **${plain(name)}** (${code(placeText(entity))}) ${driftStates[state]}: ${plain(nextUpdate(entity))}`,
    ...(rows.length === 0 ? [] : [markdownTable(["field", "in the service", "declared"], rows)]),
    ...texts.map(({ path, lines }) => foldedMarkdown(tagged(path), diffMarkdown(lines))),
  ].join(SEPARATOR);
}

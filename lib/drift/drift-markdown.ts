import { labelOf } from "../api/resource";
import { code, foldedMarkdown, markdownTable, plain, tagged } from "../page/markdown-text";
import { diffMarkdown, valueCell } from "../review/formats/markdown-change";
import type { Drift, EntityDrift } from "./drift";
import { unmanagedText } from "./drift-text";
import { driftAdvice, driftStates, driftVerdict, driftViews, isDrifted, nextUpdate, shownDrifts } from "./drift-words";

/** Longest comment that platforms take, in characters, less what says that something is left out. */
const MOST_CHARACTERS = 65_000;

/** A drift as a comment on a pull request, or as an issue that a nightly job opens. */
export function driftMarkdown(drift: Drift): string {
  const ends = [
    ...(drift.unread.length === 0
      ? []
      : [
          `#### Not read\n\n${drift.unread.map(({ where, problem }) => `- ${plain(`${where}: ${problem}`)}`).join("\n")}`,
        ]),
    ...(drift.unmanaged.length === 0 ? [] : [`Not in the code: ${plain(unmanagedText(drift))}`]),
    ...(isDrifted(drift) ? [`_${plain(driftAdvice(drift))}._`] : []),
  ];
  const blocks = drift.stacks.flatMap(({ name, entities, remarks }) => [
    `### ${plain(name)}`,
    ...shownDrifts(entities).map(entityBlock),
    ...remarks.map((remark) => `- ${plain(remark)}`),
  ]);
  const head = `**${plain(driftVerdict(drift))}**`;
  const shown = fitting(blocks, MOST_CHARACTERS - head.length - ends.join("\n\n").length);
  const left = blocks.length - shown.length;
  return `${[head, ...shown, ...(left === 0 ? [] : [`… and ${left} more: see --format json`]), ...ends].join("\n\n")}\n`;
}

/** The first blocks that have room. */
function fitting(blocks: readonly string[], room: number): readonly string[] {
  let length = 0;
  const first = blocks.findIndex((block) => {
    length += block.length + 2;
    return length > room;
  });
  return first < 0 ? blocks : blocks.slice(0, first);
}

function entityBlock(entity: EntityDrift): string {
  const { kind, name, construct, state } = entity;
  const views = driftViews(entity);
  const values = views.filter((view) => view.form === "values");
  const texts = views.filter((view) => view.form === "lines");
  const rows = values.map(({ path, before, after }) => [path, before, after].map(valueCell));
  return [
    `${labelOf(kind)} **${plain(name)}** (${code(construct)}) ${driftStates[state]}: ${plain(nextUpdate(entity))}`,
    ...(rows.length === 0 ? [] : [markdownTable(["field", "in the service", "declared"], rows)]),
    ...texts.map(({ path, lines }) => foldedMarkdown(tagged(path), diffMarkdown(lines))),
  ].join("\n\n");
}

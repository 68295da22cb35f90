import { counted, few, inWords } from "../../api/describe";
import { entityTitle } from "../../entity/title";
import { code, fenced, plain, tagged } from "../../page/markdown-text";
import type { Review, Risk } from "../model";
import { type FieldView, viewsOf } from "./field-view";
import {
  type ChangeView,
  decisionOf,
  MOST_MOVES,
  movesText,
  type ReviewContext,
  type ReviewView,
  viewOfReview,
} from "./review-view";
import { actionText, callsText, meaningOf, summaryOf } from "./review-words";
import { linesText } from "./text-diff";

/** The longest comment on a pull request, in characters. */
const LONGEST_PAGE = 65_536;

/** Room for the lines that say what was left out, and for what a pipeline puts before a comment. */
const RESERVE = 2_500;

/** Most characters for the list of risks, entity by entity. */
const MOST_FOR_RISKS = 24_000;

const MOST_REMARKS = 20;

/** A review for a pull request: no longer than a comment may be. */
export function markdownOf(review: Review, context: ReviewContext = {}): string {
  const view = viewOfReview(review, context);
  const notes = notesOf(view);
  const page = new Page(LONGEST_PAGE - RESERVE - notes.length);
  page.add(`**${plain(view.verdict)}**`);
  page.add(plain(shortened(view.about.join(" · "))));
  page.add(`${summaryOf(review.stacks)}.`);
  for (const block of [...movesMarkdown(view), ...risksMarkdown(view)]) page.add(block);
  const leftOut: string[] = [];
  for (const { stack, changes } of view.stacks) {
    page.add(`### ${plain(stack.name)}\n\n${changes.length === 0 ? "No change." : `${callsText([stack])}.`}`);
    for (const change of changes) {
      // without its long texts, where there is no room for them
      if (!page.add(changeOf(change, true)) && !page.add(changeOf(change, false))) {
        leftOut.push(shortened(entityTitle(change.change), 100));
      }
    }
  }
  return page.closed([
    ...(leftOut.length === 0
      ? []
      : [
          `**Left out for its length:** ${leftOut.length} changed ${leftOut.length === 1 ? "entity" : "entities"} (${plain(few(leftOut))}); see ${code("review --format html")}.`,
        ]),
    ...(page.isCut ? [`Long texts are left out where they do not fit; see ${code("review --format html")}.`] : []),
    ...(notes === "" ? [] : [notes]),
  ]);
}

/** Blocks of Markdown, up to a length. */
class Page {
  private readonly blocks: string[] = [];
  private left: number;
  /** Whether a block did not fit. */
  isCut = false;

  constructor(room: number) {
    this.left = room;
  }

  /** Adds a block if it fits. */
  add(block: string): boolean {
    const isFitting = block.length + SEPARATOR.length <= this.left;
    if (isFitting) {
      this.blocks.push(block);
      this.left -= block.length + SEPARATOR.length;
    }
    this.isCut ||= !isFitting;
    return isFitting;
  }

  /** The page with what ends it. */
  closed(tail: readonly string[]): string {
    return `${[...this.blocks, ...tail].join(SEPARATOR)}\n`;
  }
}

const SEPARATOR = "\n\n";

function shortened(text: string, most = 1_000): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** The remarks, folded: they are worth knowing, and no reason to stop. */
function notesOf({ stacks, shared }: ReviewView): string {
  const own = stacks.flatMap(({ stack, remarks }) => remarks.map((remark) => ({ remark, stacks: [stack.name] })));
  const all = [...own, ...shared].map(
    (each) => `- ${stacks.length > 1 ? `${plain(inWords(each.stacks))}: ` : ""}${plain(shortened(each.remark))}`,
  );
  if (all.length === 0) return "";
  const more = all.length > MOST_REMARKS ? [`- … and ${counted(all.length - MOST_REMARKS, "note")} more`] : [];
  return detailsOf(counted(all.length, "note"), [...all.slice(0, MOST_REMARKS), ...more].join("\n"));
}

function detailsOf(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** What starts, stops or is decided. */
function movesMarkdown({ changes }: ReviewView): string[] {
  const moving = changes.filter(({ moves }) => moves.length > 0);
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
function risksMarkdown({ changes }: ReviewView): string[] {
  const risky = changes.filter(({ change }) => change.risks.length > 0);
  if (risky.length === 0) return [];
  const title = `#### ${counted(
    risky.reduce((sum, { change }) => sum + change.risks.length, 0),
    "risk",
  )}\n\n`;
  const byEntity = risky
    .map(({ change }) => `- ${plain(entityTitle(change))}: ${change.risks.map(riskNameMarkdown).join(", ")}`)
    .join("\n");
  if (byEntity.length <= MOST_FOR_RISKS) return [title + byEntity];
  const names = new Map<string, string[]>();
  for (const { change } of risky) {
    for (const risk of change.risks) {
      const entities = names.get(riskNameMarkdown(risk)) ?? [];
      entities.push(shortened(entityTitle(change), 100));
      names.set(riskNameMarkdown(risk), entities);
    }
  }
  return [
    title +
      [...names]
        .map(([name, entities]) => `- ${name}: ${entities.length} (${plain(few(entities, MOST_ENTITIES))})`)
        .join("\n"),
  ];
}

/** Most entities that stand beside the name of a risk, where there is no room for all. */
const MOST_ENTITIES = 10;

function riskNameMarkdown(risk: Risk): string {
  const decision = decisionOf(risk);
  return `${decision === "" ? "⚠️ " : ""}${code(risk.name)}${decision}`;
}

function changeOf({ change, label, name, facts }: ChangeView, hasTexts: boolean): string {
  const { construct, calls, fields, risks } = change;
  const meaning = meaningOf(change);
  const title = `**${actionText(change.action)}** ${label} **${plain(name)}**${construct === undefined ? "" : ` (${code(construct)})`}`;
  const views = viewsOf(change);
  const values = views.filter((view) => view.form === "values");
  const texts = views.filter((view) => view.form === "lines");
  const shown = [
    ...(values.length === 0 ? [] : [tableOf(values)]),
    ...texts.map((view) =>
      hasTexts ? textFold(view, fields.length === 1) : `${plain(view.path)}: a long text changed`,
    ),
  ];
  // of what is new, a reader wants to see that it is there
  const isFolded = change.action === "create" && shown.length > 0;
  return [
    [
      meaning === undefined ? title : `${title}: ${meaning}`,
      ...(facts.length === 0 ? [] : [plain(shortened(facts.join(", ")))]),
      ...calls.map(({ method, path }) => code(`${method} ${path}`)),
    ].join("<br>\n"),
    ...(risks.length === 0 ? [] : [risks.map((risk) => `- ${riskNameMarkdown(risk)}: ${plain(risk.text)}`).join("\n")]),
    ...(isFolded ? [detailsOf(counted(fields.length, "field"), shown.join(SEPARATOR))] : shown),
  ].join(SEPARATOR);
}

function tableOf(views: readonly Extract<FieldView, { form: "values" }>[]): string {
  const has = (side: "before" | "after") => views.some((view) => view[side] !== undefined);
  const sides = (["before", "after"] as const).filter(has);
  const cell = (value: string | undefined) => (value === undefined ? "" : code(value));
  return [
    `| field | ${sides.map((side) => (sides.length === 1 && side === "after" ? "new" : side)).join(" | ")} |`,
    `|---|${sides.map(() => "---|").join("")}`,
    ...views.map((view) => `| ${plain(view.path)} | ${sides.map((side) => cell(view[side])).join(" | ")} |`),
  ].join("\n");
}

function textFold({ path, lines }: Extract<FieldView, { form: "lines" }>, isAll: boolean): string {
  const text = lines.map(({ sign, text }) => (sign === "@" ? `@@ ${text} @@` : `${sign}${text}`)).join("\n");
  const block = fenced(text, "diff");
  return isAll ? `${tagged(path)}\n\n${block}` : detailsOf(`${tagged(path)} ${linesText(lines)}`, block);
}

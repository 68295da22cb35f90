import { counted } from "../../api/describe";
import { labelOf } from "../../api/resource";
import { entityTitle, nameText } from "../../entity/title";
import { code, fenced, plain, tagged } from "../../page/markdown-text";
import type { Change, Review, Risk, StackReview } from "../model";
import { type FieldView, viewOf } from "./field-view";
import { actionText, callsText, meaningOf, summaryOf } from "./review-words";

/** The longest comment on a pull request, in characters. */
const LONGEST_PAGE = 65_536;

/** Room for the lines that say what was left out. */
const RESERVE = 1_000;

/** A review for a pull request: no longer than a comment may be. */
export function markdownOf(review: Review): string {
  const head = [`**Review:** ${plain(summaryOf(review))}`, ...risksMarkdown(review)];
  const tail = review.stacks.flatMap((stack) => stack.remarks.map((remark) => remarkOf(stack, remark, review)));
  const page = new Page(LONGEST_PAGE - RESERVE - lengthOf(tail.slice(0, MOST_REMARKS)));
  for (const block of head) page.add(block);
  let leftOut = 0;
  for (const stack of review.stacks) {
    const { changes } = stack;
    page.add(`### ${plain(stack.name)}\n\n${changes.length === 0 ? "No change." : `${callsText([stack])}.`}`);
    for (const change of changes) {
      // without its long texts, where there is no room for them
      if (!page.add(changeOf(change, true)) && !page.add(changeOf(change, false))) leftOut++;
    }
  }
  const more = tail.length - MOST_REMARKS;
  return page.closed([
    ...(leftOut === 0
      ? []
      : [
          `**Left out for its length:** ${leftOut} changed ${leftOut === 1 ? "entity" : "entities"}; see ${code("review --format html")}.`,
        ]),
    ...(page.isCut ? [`Long texts are left out where they do not fit; see ${code("review --format html")}.`] : []),
    ...tail.slice(0, MOST_REMARKS),
    ...(more > 0 ? [`… and ${counted(more, "note")} more.`] : []),
  ]);
}

const MOST_REMARKS = 20;
const MOST_RISKS = 50;

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

function lengthOf(blocks: readonly string[]): number {
  return blocks.reduce((sum, block) => sum + block.length + SEPARATOR.length, 0);
}

function remarkOf({ name }: StackReview, remark: string, { stacks }: Review): string {
  return `> ${stacks.length > 1 ? `${plain(name)}: ` : ""}${plain(remark)}`;
}

/** The risks, before all else: a reader of a pull request may see no more. */
function risksMarkdown({ stacks }: Review): string[] {
  const risks = stacks.flatMap(({ changes }) =>
    changes.flatMap((change) => change.risks.map((risk) => ({ change, risk }))),
  );
  if (risks.length === 0) return [];
  const sorted = [...risks].sort((a, b) => Number(a.risk.acknowledged) - Number(b.risk.acknowledged));
  const lines = sorted
    .slice(0, MOST_RISKS)
    .map(({ change, risk }) => `- ${riskText(risk, `${plain(entityTitle(change))}: `)}`);
  const left = sorted.length - lines.length;
  return [
    [`#### ${counted(risks.length, "risk")}`, "", ...lines, ...(left > 0 ? [`- … and ${left} more`] : [])].join("\n"),
  ];
}

function riskText(risk: Risk, subject: string): string {
  return `${risk.acknowledged ? "" : "⚠️ "}${riskName(risk)} ${subject}${plain(risk.text)}`;
}

function riskName({ name, acknowledged }: Risk): string {
  return `${code(name)}${acknowledged ? " (acknowledged)" : ""}`;
}

function changeOf(change: Change, hasTexts: boolean): string {
  const { action, kind, name, construct, calls, fields, risks } = change;
  const meaning = meaningOf(change);
  const title = `**${actionText(action)}** ${labelOf(kind)} **${plain(nameText(name))}**${construct === undefined ? "" : ` (${code(construct)})`}`;
  const views = fields.map((field) => viewOf(field));
  const values = views.filter((view) => view.form === "values");
  const texts = views.filter((view) => view.form === "lines");
  return [
    [
      meaning === undefined ? title : `${title}: ${meaning}`,
      ...calls.map(({ method, path }) => code(`${method} ${path}`)),
    ].join("<br>\n"),
    ...(risks.length === 0 ? [] : [`⚠️ ${risks.map(riskName).join(", ")}`]),
    ...(values.length === 0 ? [] : [tableOf(values)]),
    ...texts.map((view) => (hasTexts ? foldOf(view) : `${code(view.path)}: a long text changed`)),
  ].join(SEPARATOR);
}

function tableOf(views: readonly Extract<FieldView, { form: "values" }>[]): string {
  const has = (side: "before" | "after") => views.some((view) => view[side] !== undefined);
  const sides = (["before", "after"] as const).filter(has);
  const cell = (value: string | undefined) => (value === undefined ? "" : code(value));
  return [
    `| field | ${sides.join(" | ")} |`,
    `|---|${sides.map(() => "---|").join("")}`,
    ...views.map((view) => `| ${code(view.path)} | ${sides.map((side) => cell(view[side])).join(" | ")} |`),
  ].join("\n");
}

function foldOf({ path, lines }: Extract<FieldView, { form: "lines" }>): string {
  const text = lines.map(({ sign, text }) => (sign === "@" ? `@@ ${text} @@` : `${sign}${text}`)).join("\n");
  return `<details><summary>${tagged(path)}</summary>\n\n${fenced(text, "diff")}\n\n</details>`;
}

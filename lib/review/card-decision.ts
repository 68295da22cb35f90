import type { Doc, Words } from "../report/document";
import { said } from "../report/document";
import { placeText } from "../text/names";
import { capitalised, inWords } from "../text/words";
import { type AcceptWords, acknowledgementOf, type ReviewedRisk } from "./acceptance";
import type { CardGroup } from "./card-groups";
import { isOpen, type Risk } from "./model";

/** The most lines that accept one risk of a card, one by one. */
const MOST_LINES = 3;

/** A box for each risk of a card: what it is, why it matters, and the choice, or how it was decided. */
export function decisionDocs({ change, units }: CardGroup, words: AcceptWords): Doc[] {
  const changes = units.flat();
  return change.risks.map((risk, index): Doc => {
    const ofEach = changes.flatMap((each) => ({ ...each, risk: each.change.risks[index] ?? risk }));
    const open = isOpen(risk);
    // what changes, and why that matters in this very case
    const reason = [sentence(risk.what), " ", sentence(risk.why)];
    return {
      node: "part",
      look: "box",
      title: risk.title,
      icon: open ? "decide" : "good",
      tone: open ? "decide" : "good",
      tags: [{ code: risk.name }],
      body: [said(reason), open ? choices(risk, ofEach, words) : said({ quiet: decisionWords(risk) })],
    };
  });
}

function decisionWords({ acknowledged, acceptedBy }: Risk): Words {
  if (acknowledged) return "Accepted for good: acknowledged in the code.";
  return ["Accepted", acceptedBy === undefined ? "" : [" by ", inWords(acceptedBy)], ", for this once only."];
}

/** @param ofEach the risk of each change that the card stands for */
function choices(risk: Risk, ofEach: readonly ReviewedRisk[], words: AcceptWords): Doc {
  const accept = words.lines(ofEach);
  const all = ofEach.length > MOST_LINES && accept.length === 1 ? "all of them" : "it";
  const by = accept.length === 1 ? words.place : words.place.replace("a line", `${accept.length} lines`);
  const shown = accept.slice(0, MOST_LINES).map((copy): Words => ({ copy }));
  const more = accept.length > MOST_LINES ? [{ quiet: `and ${accept.length - MOST_LINES} more like it` }] : [];
  const forGood = acknowledgeRows(risk, ofEach, all);
  const rows: Words[][] = [
    ["Leave it out", sentence(risk.instead)],
    [[`Accept ${all} once`, { quiet: [", ", ...withCode(by)] }], { lines: [...shown, ...more] }],
    ...forGood,
  ];
  return { node: "facts", rows, isLastFolded: forGood.length > 0 };
}

/** The line that accepts it for good; none for what has left the code. */
function acknowledgeRows({ name }: Risk, ofEach: readonly ReviewedRisk[], all: string): Words[][] {
  const [line] = ofEach.map(({ change }) => acknowledgementOf(change, name));
  if (line === undefined) return [];
  const [place = "", ...others] = new Set(ofEach.map(({ change }) => placeText(change)));
  const isInCode = ofEach[0]?.change.file === undefined;
  const where: Words =
    others.length === 0
      ? [isInCode ? ", in the code at " : ", by a line in ", { code: place }]
      : `, ${isInCode ? "in the code of" : "by a line in"} each of the ${others.length + 1}`;
  return [[[`Accept ${all} for good`, { quiet: where }], { copy: line }]];
}

/** A field or an option, which is written as it is. */
const CODE = /(--[a-z]+|(?<!")\b[a-z]+[A-Z]\w*)/;

function sentence(text: string): Words {
  const [first = "", ...others] = withCode(/[.!?…]$/.test(text) ? text : `${text}.`);
  return [typeof first === "string" ? capitalised(first) : first, ...others];
}

/** A text in which fields and options are code. */
export function withCode(text: string): readonly Words[] {
  return text.split(CODE).map((part, index): Words => (index % 2 === 1 ? { code: part } : part));
}

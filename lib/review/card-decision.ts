import type { Doc, Words } from "../report/document";
import { said } from "../report/document";
import { placeText } from "../text/names";
import { shellWord } from "../text/shell";
import { capitalised, inWords } from "../text/words";
import type { Group } from "../value/grouped";
import { AcceptWords, acknowledgementOf } from "./accept-words";
import type { ReviewedRisk } from "./acceptance";
import type { CardGroup, StackChange } from "./card-groups";
import { isOpen, type Review, type Risk } from "./model";

/** The most lines that accept one risk of a card, one by one. */
const MOST_LINES = 3;

/** The lines that accept open risks, one by one or as a set. */
export class AcceptLines {
  private readonly words: AcceptWords;

  constructor(private readonly review: Review) {
    this.words = new AcceptWords(review);
  }

  /** Where a reader writes such a line. */
  get place(): string {
    const { acceptedIn } = this.review;
    return acceptedIn === undefined ? "by --accept" : `by a line of your ${acceptedIn}`;
  }

  of(open: readonly ReviewedRisk[]): string[] {
    const { acceptedIn, commit = "" } = this.review;
    return this.words.of(open).map((words) => {
      if (acceptedIn === undefined) return `--accept ${shellWord(words)}`;
      return acceptedIn === "note" ? `accept ${commit.slice(0, 8)} ${words}` : `accept ${words}`;
    });
  }
}

/** A box for each risk of a card: what it is, why it matters, and the choice, or how it was decided. */
export function decisionDocs({ units }: CardGroup, lines: AcceptLines): Doc[] {
  const changes = units.flat();
  const [[{ stack, change }]] = units;
  return change.risks.map((risk, index): Doc => {
    const others = changes.slice(1).flatMap((each): ReviewedRisk[] => {
      const own = each.change.risks[index];
      return own === undefined ? [] : [{ ...each, risk: own }];
    });
    const reviewed: Group<ReviewedRisk> = [{ stack, change, risk }, ...others];
    const open = isOpen(risk);
    return {
      node: "part",
      look: "box",
      title: risk.title,
      icon: open ? "decide" : "good",
      tone: open ? "decide" : "good",
      tags: [{ code: risk.name }],
      body: [said(reasonWords(risk)), open ? choices(reviewed, changes, lines) : said({ quiet: decisionWords(risk) })],
    };
  });
}

/** What changes, and why that matters in this very case. */
function reasonWords({ what, why }: Risk): Words {
  return [sentence(what), " ", sentence(why)];
}

function decisionWords({ acknowledged, acceptedBy }: Risk): Words {
  if (acknowledged) return "Accepted for good: acknowledged in the code.";
  return ["Accepted", acceptedBy === undefined ? "" : [" by ", { own: inWords(acceptedBy) }], ", for this once only."];
}

function choices(reviewed: Group<ReviewedRisk>, changes: readonly StackChange[], lines: AcceptLines): Doc {
  const [first] = reviewed;
  const { risk } = first;
  const accept = lines.of(reviewed);
  const all = reviewed.length > MOST_LINES && accept.length === 1 ? "all of them" : "it";
  const by = accept.length === 1 ? lines.place : lines.place.replace("a line", `${accept.length} lines`);
  const shown = accept.slice(0, MOST_LINES).map((copy): Words => ({ copy }));
  const more = accept.length > MOST_LINES ? [{ quiet: `and ${accept.length - MOST_LINES} more like it` }] : [];
  const rows: Words[][] = [
    ["Leave it out", sentence(risk.instead)],
    [[`Accept ${all} once`, { quiet: `, ${by}` }], { lines: [...shown, ...more] }],
    ...acknowledgeRows(first, all, changes),
  ];
  return { node: "table", look: "facts", label: "Choices", heads: [], rows };
}

/** The line that accepts it for good; none for what has left the code. */
function acknowledgeRows({ change, risk }: ReviewedRisk, all: string, changes: readonly StackChange[]): Words[][] {
  const line = acknowledgementOf(change, risk.name);
  if (line === undefined) return [];
  const places = new Set(changes.map((each) => placeText(each.change)));
  const [place = ""] = places;
  const [one, each] =
    change.file === undefined ? [", in the code at ", "in the code of"] : [", by a line in ", "by a line in"];
  const where: Words = places.size === 1 ? [one, { code: place }] : `, ${each} each of the ${places.size}`;
  return [[[`Accept ${all} for good`, { quiet: where }], { copy: line }]];
}

/** A field or an option, which is written as it is. */
const CODE = /(--[a-z]+|(?<!")\b[a-z]+[A-Z]\w*)/;

/** A sentence in which fields are code. */
function sentence(text: string): Words {
  const whole = /[.!?…]$/.test(text) ? text : `${text}.`;
  const parts = whole.split(CODE);
  return parts.map(
    (part, index): Words => (index % 2 === 1 ? { code: part } : { own: index === 0 ? capitalised(part) : part }),
  );
}

import { type Doc, parted, type Report, said, sectionOf, type Words } from "../report/document";
import { capitalised, counted, inWords } from "../text/words";
import { groupedBy } from "../value/grouped";
import { AcceptWords, openRisks } from "./acceptance";
import { type CardSetting, cardDoc } from "./card";
import { type CardGroup, type CardSection, cardGroups } from "./card-groups";
import { signOf, titleWords } from "./card-titles";
import { partWordsOf } from "./card-users";
import { type Change, isOpen, type Review, type StackReview } from "./model";
import { reviewJson } from "./review-json";
import { isActive } from "./transition";

/** What plans mean for the service's entities, in every form. */
export const reviewReport: Report<Review> = {
  title: (review) =>
    `${verdictOf(review, cardGroups(review)).words}: review of ${review.stacks.map(({ name }) => name).join(", ")}`,
  doc: reviewDoc,
  json: reviewJson,
};

/** From how many cards on those without a decision are rows, and from how many on they have no fields. */
const MANY_CARDS = 13;
const TOO_MANY_CARDS = 500;

/** How many rows of an index a reader oversees. */
const MOST_IN_INDEX = 60;

/** A review for people: whether it may go out, then a card for each decision, and for what else changes. */
export function reviewDoc(review: Review): readonly Doc[] {
  const cards = cardGroups(review);
  const accept = new AcceptWords(review);
  const isBrief = cards.length >= TOO_MANY_CARDS;
  const setting = { accept, stackTags: stackTagsOf(review), code: review.code, isBrief };
  const sections = groupedBy(cards, ({ section }) => section);
  const decided = capitalised(waysOfDecision(cards));
  const titles: Readonly<Record<CardSection, readonly [title: string, inIndex: string]>> = {
    decide: ["Decide", "Needs your decision"],
    decided: [decided, decided],
    users: ["Changes for users", "Changes for users, no known risk"],
    others: ["No change for users", "Nothing changes for users"],
  };
  const rows = [...sections].flatMap(([section, own]) => {
    const isCut = section === "others" && cards.length > MOST_IN_INDEX;
    const head = `${titles[section][1]} (${own.length.toLocaleString("en")})${isCut ? ": see below" : ""}`;
    return [[head], ...(isCut ? [] : own.map((card) => indexRow(card, setting)))];
  });
  const heads = ["What happens", "Why it matters", "Who takes part", "Where"];
  const index: Doc = { node: "table", look: "index", label: "All changes", heads, rows };
  const sectionDoc = ([section, own]: readonly [CardSection, readonly CardGroup[]]): Doc => {
    const isRow = section === "others" || (section === "users" && cards.length >= MANY_CARDS);
    const body = own.map((card) => cardDoc(card, isRow ? "row" : "card", setting));
    return { node: "part", look: "section", title: titles[section][0], body, count: own.length };
  };
  return [
    headDoc(review, cards, accept),
    ...(isUncompared(review) ? [uncomparedBox(review)] : []),
    ...(cards.length > 1 ? [index] : []),
    ...linesDocs(accept.lines(openRisks(review))),
    ...[...sections].map(sectionDoc),
    ...notesDocs(review),
  ];
}

/** What a reader calls the stacks of a card: their names without what all begin with, up to a hyphen. */
function stackTagsOf({ stacks }: Review): CardSetting["stackTags"] {
  if (stacks.length < 2) return () => [];
  const names = stacks.map(({ name }) => name.split("-"));
  const [first = []] = names;
  const differs = first.findIndex((part, index) =>
    names.some((each) => each.length === index + 1 || each[index] !== part),
  );
  return (unit) => unit.map(({ stack }) => ({ tag: stack.split("-").slice(differs).join("-") }));
}

/** Whether a text shows a review with open decisions: people copy one to speak of it. */
export function showsOpenReview(text: string): boolean {
  return /\bNot ready: \d+ decisions? (?:is|are) open\b/.test(text);
}

interface Verdict {
  /** Whether this may go out: a sentence without a full stop. */
  readonly words: string;
  readonly tone: "decide" | "good" | "quiet";
  /** How many decisions are open. */
  readonly open: number;
}

function verdictOf(review: Review, cards: readonly CardGroup[]): Verdict {
  const risks = cards.flatMap(({ change }) => change.risks);
  const open = risks.filter(isOpen).length;
  if (cards.length === 0) return { words: "Nothing changes", tone: "quiet", open };
  if (open > 0) {
    return { words: `Not ready: ${counted(open, "decision")} ${open === 1 ? "is" : "are"} open`, tone: "decide", open };
  }
  // what runs may have been changed by hand since it was sent
  const isUnsure = isUncompared(review);
  const tone = isUnsure ? "quiet" : "good";
  if (risks.length === 0) {
    return { words: isUnsure ? "No known risk, not compared with the service" : "Ready: no known risk", tone, open };
  }
  const all = risks.length === 1 ? "its risk is" : `all ${risks.length} risks are`;
  return { words: `Ready: ${all} ${waysOfDecision(cards)}`, tone, open };
}

/** How the risks were decided that need no decision any more: what the code acknowledges, nobody may have looked at. */
function waysOfDecision(cards: readonly CardGroup[]): string {
  const decided = cards.flatMap(({ change }) => change.risks).filter((risk) => !isOpen(risk));
  const ways = decided.map(({ acknowledged }) => (acknowledged ? "acknowledged" : "accepted"));
  return inWords([...new Set(ways)].sort(), "or");
}

/** Whether it is of something that runs, or stops, or is decided, which somebody may have changed by hand since. */
function mayDiffer({ forUsers, before }: Change): boolean {
  return isActive(before) || (forUsers !== undefined && !forUsers.startsWith("starts"));
}

function isUncompared({ comparedWith, stacks }: Review): boolean {
  return comparedWith === undefined && stacks.some(({ changes }) => changes.some(mayDiffer));
}

function headDoc(review: Review, cards: readonly CardGroup[], accept: AcceptWords): Doc {
  const { stacks, comparedWith, commit, code } = review;
  const { words, tone, open } = verdictOf(review, cards);
  const [planned] = stacks.flatMap(({ plannedAt }) => plannedAt ?? []).sort();
  const about: (Words | undefined)[] = [
    code?.request && { href: code.request.address, words: code.request.title },
    commit && ["commit ", { href: code?.commit, words: { code: commit.slice(0, 12) } }],
    planned && `planned ${planned.slice(0, 16).replace("T", " ")} UTC`,
    `${stacks.length === 1 ? "stack" : "stacks"} ${inWords(stacks.map(stackText))}`,
    comparedWith && [
      "compared with ",
      comparedWith.sources.join(", "),
      ` (${counted(comparedWith.entities, "entity")})`,
    ],
    cards.length === 0 ? undefined : `${callsText(stacks)}, nothing is deleted in the service`,
  ];
  const each = open === 1 ? "Leave" : "For each: leave";
  const choice = `${each} it out, accept it once ${accept.place}, or accept it for good in the code or the file.`;
  return {
    node: "part",
    look: "head",
    title: words,
    tone,
    icon: tone === "quiet" ? "info" : tone,
    body: open > 0 ? [said(choice)] : [],
    meta: about.filter((each) => each !== undefined),
  };
}

function stackText({ name, service, changes }: StackReview): string {
  const services = [service, ...changes.map((change) => change.service)].filter((each) => each !== undefined);
  const urls = new Set(services.map(({ baseUrl }) => baseUrl ?? "base URL known at deploy time"));
  return urls.size === 0 ? name : `${name} (${[...urls].join(", ")})`;
}

function callsText(stacks: readonly StackReview[]): string {
  const sum = stacks.reduce((calls, stack) => calls + stack.calls, 0);
  const isMost = stacks.some(({ changes }) => changes.some(({ calls }) => calls.some(({ ifExists }) => ifExists)));
  return `${isMost ? "up to " : ""}${counted(sum, "call")}`;
}

function uncomparedBox({ stacks }: Review): Doc {
  const changes = stacks.flatMap((stack) => stack.changes).filter(mayDiffer);
  const updates = changes.filter(({ calls }) => calls.length > 0);
  const isSentActive = updates.some(({ after }) => isActive(after));
  const sent = "Each update sends all declared fields again, also status and allocation: what somebody";
  const why =
    updates.length === 0
      ? "What runs may have been changed in the console."
      : `${sent} ${isSentActive ? "stopped in the console starts again" : "changed in the console is reverted"}.`;
  const body = [said(`${why} To see that, review with an export: --records.`)];
  return { node: "part", look: "box", icon: "info", title: "Not compared with the service", body };
}

/** A row for each of several cards. */
function indexRow({ id, change, units }: CardGroup, { stackTags }: CardSetting): Words[] {
  const [unit, ...others] = units;
  return [
    [signOf(change), " ", { to: id, words: titleWords(change, others.length) }],
    [...new Set(change.risks.map(({ title }) => title))].join(", "),
    partWordsOf([change, ...others.map(([{ change: each }]) => each)]),
    parted(stackTags(unit), " "),
  ];
}

function linesDocs(lines: readonly string[]): Doc[] {
  if (lines.length === 0) return [];
  const title =
    lines.length === 1
      ? "The line that accepts everything once"
      : "All lines that accept everything once; leave out what you do not accept";
  const items = lines.map((copy) => ({ copy }));
  return [{ node: "part", look: "fold", isLines: true, title, body: [{ node: "list", items }] }];
}

/** What is worth knowing, and no reason to stop. What several stacks have in the same words is said once. */
function notesDocs({ stacks }: Review): Doc[] {
  const shown = new Set(stacks.flatMap(({ changes }) => changes.flatMap(({ warnings = [] }) => warnings)));
  const notes = [...new Set(stacks.flatMap((stack) => stack.notes))].filter((note) => !shown.has(note));
  if (notes.length === 0) return [];
  const items = notes.map((note): Words => {
    const names = stacks.filter((stack) => stack.notes.includes(note)).map(({ name }) => name);
    return [stacks.length > 1 ? [inWords(names), ": "] : "", note];
  });
  return sectionOf("Notes", [{ node: "list", items }], { count: notes.length });
}

import { counted, inWords } from "../../text/words";
import type { Review } from "../model";
import { type ChangeView, changeView } from "./change-view";
import { callsText, summaryOf } from "./review-words";

/** What a format is told beside the review. */
export interface ReviewContext {
  /** The commit that the plan was made from, where a CI system tells. */
  readonly commit?: string;
}

/** A review as its readers need it, in the order in which they need it: every format tells this. */
export interface ReviewView {
  /** Whether this may go out: in one sentence, without a full stop. */
  readonly verdict: string;
  readonly tone: "bad" | "good" | "quiet";
  /** Which stacks, which service, when and from what. */
  readonly about: readonly string[];
  /** What is to be done, in numbers; missing where nothing is, as the verdict says that. */
  readonly summary?: string;
  /** What starts, stops or is decided. */
  readonly moving: readonly ChangeView[];
  /** What has risks, also such as somebody accepts. */
  readonly risky: readonly ChangeView[];
  readonly stacks: readonly StackView[];
  /** What is worth knowing of several stacks alike. */
  readonly shared: readonly SharedNote[];
  /** The changes of all stacks, the risky ones first. */
  readonly changes: readonly ChangeView[];
}

export interface StackView {
  readonly name: string;
  /** "3 calls", or "no change"; missing where no stack has any. */
  readonly summary?: string;
  readonly changes: readonly ChangeView[];
  /** Notes on this stack alone. */
  readonly notes: readonly string[];
}

export interface SharedNote {
  readonly note: string;
  /** Names of those that it is about. */
  readonly stacks: readonly string[];
}

/** How many changes a reader oversees: of more that move users, a text that cannot be folded names no more. */
export const MOST_MOVES = 20;

/** A review as its readers need it. */
export function viewOfReview(review: Review, { commit }: ReviewContext = {}): ReviewView {
  let number = 0;
  const order = new Intl.Collator("en", { numeric: true });
  const shared = sharedNotes(review);
  const summary = summaryOf(review.stacks);
  const isOwn = (text: string) => !shared.some(({ note }) => note === text);
  const stacks = review.stacks.map((stack): StackView => {
    const { name, changes, notes } = stack;
    const views = changes.map((change) => changeView(change, `change-${++number}`));
    return {
      name,
      ...(summary !== undefined && { summary: changes.length === 0 ? "no change" : callsText([stack]) }),
      changes: views.sort((a, b) => rankOf(a) - rankOf(b) || order.compare(placeKey(a), placeKey(b))),
      notes: notes.filter(isOwn),
    };
  });
  const changes = stacks.flatMap((stack) => stack.changes).sort((a, b) => rankOf(a) - rankOf(b));
  return {
    ...verdictOf(changes),
    about: aboutOf(review, commit),
    summary,
    moving: changes.filter(({ moves }) => moves.length > 0),
    risky: changes.filter(({ change }) => change.risks.length > 0),
    // where nothing changes, what is left to say of a stack is what there is to note
    stacks: stacks.filter((stack) => summary !== undefined || stack.notes.length > 0),
    shared,
    changes,
  };
}

/** The notes that several stacks have in the same words, as those of two environments do. */
function sharedNotes({ stacks }: Review): SharedNote[] {
  const notes = new Set(stacks.flatMap((stack) => stack.notes));
  return [...notes]
    .map((note) => ({
      note,
      stacks: stacks.filter((stack) => stack.notes.includes(note)).map(({ name }) => name),
    }))
    .filter((shared) => shared.stacks.length > 1);
}

/** Before all, what needs a decision; then what has one; then what moves users. */
function rankOf({ change: { risks, transition }, openRisks }: ChangeView): number {
  if (openRisks.length > 0) return 0;
  if (risks.length > 0) return 1;
  return transition === undefined ? 3 : 2;
}

/** As the code has them; what has left it comes last. */
function placeKey({ change: { construct }, label, name }: ChangeView): string {
  return construct === undefined ? `\uffff ${label} ${name}` : construct;
}

/** How many new entities a reader oversees one by one. */
const LIKE_EACH_OTHER = 6;

/** Sets those new entities apart, by their labels, of which there is nothing to say but what they are, and which are many. */
export function groupedNew(changes: readonly ChangeView[]): {
  readonly alike: ReadonlyMap<string, readonly ChangeView[]>;
  readonly others: readonly ChangeView[];
} {
  const byLabel = new Map<string, ChangeView[]>();
  for (const view of changes) {
    const { change, label, moves } = view;
    if (change.action !== "create" || change.risks.length + moves.length > 0) continue;
    const like = byLabel.get(label) ?? [];
    byLabel.set(label, like);
    like.push(view);
  }
  const alike = new Map([...byLabel].filter(([, views]) => views.length >= LIKE_EACH_OTHER));
  const isApart = new Set([...alike.values()].flat());
  return { alike, others: changes.filter((view) => !isApart.has(view)) };
}

function verdictOf(changes: readonly ChangeView[]): Pick<ReviewView, "verdict" | "tone"> {
  if (changes.length === 0) return { verdict: "Nothing changes", tone: "quiet" };
  const risky = changes.filter(({ openRisks }) => openRisks.length > 0);
  const open = risky.flatMap(({ openRisks }) => openRisks).length;
  if (open > 0) {
    const needs = open === 1 ? "needs" : "need";
    return {
      verdict: `Not ready: ${counted(open, "risk")} in ${counted(risky.length, "change")} ${needs} a decision`,
      tone: "bad",
    };
  }
  const known = changes.flatMap(({ change }) => change.risks).length;
  if (known === 0) return { verdict: "No known risk", tone: "good" };
  return { verdict: `Ready: ${counted(known, "risk")}, ${known === 1 ? "" : "all "}accepted`, tone: "good" };
}

function aboutOf({ stacks }: Review, commit: string | undefined): string[] {
  const services = stacks.flatMap(({ service, changes }) =>
    [service, ...changes.map((change) => change.service)].filter((each) => each !== undefined),
  );
  const addresses = new Set(services.map(({ baseUrl }) => baseUrl ?? "the service of the deploy's environment"));
  const [planned] = stacks.flatMap(({ plannedAt }) => plannedAt ?? []).sort();
  return [
    `${stacks.length === 1 ? "stack" : "stacks"} ${inWords(stacks.map(({ name }) => name))}`,
    ...addresses,
    ...(planned === undefined ? [] : [`planned ${planned.slice(0, 16).replace("T", " ")} UTC`]),
    ...(commit === undefined ? [] : [`commit ${commit.slice(0, 12)}`]),
  ];
}

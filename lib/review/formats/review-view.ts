import { counted, inWords } from "../../api/describe";
import { labelOf } from "../../api/resource";
import { nameText } from "../../entity/title";
import { namesIn } from "../list-pairs";
import { type Change, isOpen, type Review, type Risk, type StackReview, type Transition } from "../model";
import { get, isList, isObjectValue, type Value, type Values } from "../value";
import { shown } from "./value-text";

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
  readonly stacks: readonly StackView[];
  /** What is worth knowing of several stacks alike. */
  readonly shared: readonly SharedRemark[];
  /** The changes of all stacks, the risky ones first. */
  readonly changes: readonly ChangeView[];
}

export interface StackView {
  readonly stack: StackReview;
  readonly changes: readonly ChangeView[];
  /** Remarks on this stack alone. */
  readonly remarks: readonly string[];
}

export interface SharedRemark {
  readonly remark: string;
  /** Names of those that it is about. */
  readonly stacks: readonly string[];
}

/** A change with what people want to know of its entity. */
export interface ChangeView {
  readonly change: Change;
  /** Its fragment within a page. */
  readonly id: string;
  /** "experiment". */
  readonly label: string;
  readonly name: string;
  /** What people call it, who answers for it, and the state it is in. */
  readonly facts: readonly string[];
  /** What becomes of its users, if anything: "starts now", "50 % of units". */
  readonly moves: readonly string[];
  /** Of what starts, in whole sentences without full stops: what is expected, measured and compared. */
  readonly start: readonly string[];
  readonly openRisks: readonly Risk[];
}

/** What a transition is called. */
const transitionWords: Readonly<Record<Transition, string>> = {
  starts: "starts now",
  stops: "stops",
  decides: "is decided",
  archives: "is archived",
};

/** How many changes a reader oversees: of more that move users, a text that cannot be folded names no more. */
export const MOST_MOVES = 20;

/** A review as its readers need it. */
export function viewOfReview(review: Review, { commit }: ReviewContext = {}): ReviewView {
  let number = 0;
  const order = new Intl.Collator("en", { numeric: true });
  const shared = sharedRemarks(review);
  const isOwn = (text: string) => !shared.some(({ remark }) => remark === text);
  const stacks = review.stacks.map((stack) => {
    const changes = stack.changes.map((change) => changeView(change, `change-${++number}`));
    return {
      stack,
      changes: changes.sort((a, b) => rankOf(a) - rankOf(b) || order.compare(placeKey(a), placeKey(b))),
      remarks: stack.remarks.filter(isOwn),
    };
  });
  const changes = stacks.flatMap((stack) => stack.changes).sort((a, b) => rankOf(a) - rankOf(b));
  return { ...verdictOf(changes), about: aboutOf(review, commit), stacks, shared, changes };
}

/** The remarks that several stacks have in the same words, as those of two environments do. */
function sharedRemarks({ stacks }: Review): SharedRemark[] {
  const remarks = new Set(stacks.flatMap((stack) => stack.remarks));
  return [...remarks]
    .map((remark) => ({
      remark,
      stacks: stacks.filter((stack) => stack.remarks.includes(remark)).map(({ name }) => name),
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
  const open = risky.reduce((sum, { openRisks }) => sum + openRisks.length, 0);
  if (open > 0) {
    const needs = open === 1 ? "needs" : "need";
    return {
      verdict: `Not ready: ${counted(open, "risk")} in ${counted(risky.length, "change")} ${needs} a decision`,
      tone: "bad",
    };
  }
  const known = changes.reduce((sum, { change }) => sum + change.risks.length, 0);
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

function changeView(change: Change, id: string): ChangeView {
  const { kind, name, transition, risks, whole } = change;
  const fields = change.action === "release" ? whole.before : whole.after;
  const starts = transition === "starts";
  const allocation = get(fields, "allocation");
  return {
    change,
    id,
    label: labelOf(kind),
    name: nameText(name),
    facts: [change.title ?? titleIn(fields, name), ownerIn(fields), statusIn(change)].filter(
      (fact) => fact !== undefined,
    ),
    moves: [
      ...(transition === undefined ? [] : [transitionWords[transition]]),
      ...(starts && typeof allocation === "number" ? [`${allocation} % of units`] : []),
    ],
    start: starts ? startOf(fields) : [],
    openRisks: risks.filter(isOpen),
  };
}

function titleIn(fields: Values, name: string | null): string | undefined {
  const title = get(fields, "name");
  return typeof title === "string" && title !== name && !name?.includes(title) ? title : undefined;
}

function ownerIn(fields: Values): string | undefined {
  const owner = get(fields, "owner");
  const [ownerName, ownerEmail] = isObjectValue(owner) ? [get(owner, "ownerName"), get(owner, "ownerEmail")] : [];
  const text = (value: Value | undefined) => (typeof value === "string" && value !== "" ? value : undefined);
  const team = text(get(fields, "team"));
  return team === undefined
    ? (text(ownerName) ?? text(ownerEmail) ?? text(get(fields, "creatorEmail")))
    : `team ${team}`;
}

/** The state of an experiment, where it stays as it is: what changes stands among the fields. */
function statusIn({ kind, fields, whole }: Change): string | undefined {
  const status = get(whole.after, "status") ?? get(whole.before, "status");
  const isChanged = fields.some(({ path }) => path === "status");
  return kind === "experiment" && !isChanged && typeof status === "string" ? status : undefined;
}

function startOf(fields: Values): string[] {
  const hypothesis = get(fields, "hypothesis");
  const metrics = get(fields, "primaryMetrics");
  const groups = get(fields, "groups");
  const names = (list: readonly Value[]) => (namesIn(list) ?? list.map(shown)).map(String);
  return [
    ...(typeof hypothesis === "string" && hypothesis !== "" ? [`Hypothesis: ${hypothesis}`] : []),
    ...(isList(metrics) && metrics.length > 0 ? [`Primary metrics: ${inWords(names(metrics))}`] : []),
    ...(isList(groups) && groups.length > 0
      ? [
          `Groups: ${names(groups)
            .map((name, index) => `${name}${sizeIn(groups[index])}`)
            .join(", ")}`,
        ]
      : []),
  ];
}

function sizeIn(group: Value | undefined): string {
  const size = isObjectValue(group) ? get(group, "size") : undefined;
  return typeof size === "number" ? ` ${size} %` : "";
}

/** What stands beside a risk that has its decision. */
export function decisionOf({ acknowledged, accepted }: Risk): string {
  if (acknowledged) return " (acknowledged)";
  return accepted ? " (accepted)" : "";
}

/** "stops: experiment a (Name, team Growth)": what moves users, in one line each. */
export function movesText({ moves, label, name, facts }: ChangeView): string {
  return `${moves.join(", ")}: ${label} ${name}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`;
}

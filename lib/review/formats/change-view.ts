import { shown } from "../../report/value-text";
import { labelOf, nameText, placeText } from "../../text/title";
import { inWords } from "../../text/words";
import { namesOfElements } from "../../value/pair";
import { at, type Fields, listAt, type Value } from "../../value/value";
import { type Change, isOpen, type Risk, type Transition } from "../model";
import { meaningOf, wordsOf } from "./review-words";

/** A change with what people want to know of its entity. */
export interface ChangeView {
  readonly change: Change;
  /** Its fragment within a page. */
  readonly id: string;
  /** As it stands before the kind: "new prompt version". */
  readonly action: string;
  readonly tone: "good" | "change" | "quiet";
  /** "experiment". */
  readonly label: string;
  readonly name: string;
  /** Its file or its construct; missing where it has left the code. */
  readonly place?: string;
  /** What the action means, where that does not say all. */
  readonly meaning?: string;
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

/** A change as its readers need it. */
export function changeView(change: Change, id: string): ChangeView {
  const { action, kind, name, construct, file, transition, risks, whole } = change;
  const fields = action === "forget" ? whole.before : whole.after;
  const starts = transition === "starts";
  const allocation = at(fields, "allocation");
  return {
    change,
    id,
    action: wordsOf(change).title ?? action,
    tone: wordsOf(change).tone,
    meaning: meaningOf(change),
    label: labelOf(kind),
    name: nameText(name),
    ...(construct === undefined ? {} : { place: placeText({ construct, file }) }),
    facts: [change.title, ownerIn(fields), statusIn(change)].filter((fact) => fact !== undefined),
    moves: [
      ...(transition === undefined ? [] : [transitionWords[transition]]),
      ...(starts && typeof allocation === "number" ? [`${allocation} % of units`] : []),
    ],
    start: starts ? startOf(fields) : [],
    openRisks: risks.filter(isOpen),
  };
}

function ownerIn(fields: Fields): string | undefined {
  const textIn = (value: Value | undefined, key: string) => {
    const text = at(value, key);
    return typeof text === "string" && text !== "" ? text : undefined;
  };
  const [team, owner] = [textIn(fields, "team"), at(fields, "owner")];
  if (team !== undefined) return `team ${team}`;
  return textIn(owner, "ownerName") ?? textIn(owner, "ownerEmail") ?? textIn(fields, "creatorEmail");
}

/** The status, where it stays as it is: what changes stands among the fields. */
function statusIn({ fields, whole }: Change): string | undefined {
  const status = at(whole.after, "status") ?? at(whole.before, "status");
  const isChanged = fields.some(({ path }) => path[0] === "status");
  return !isChanged && typeof status === "string" ? status : undefined;
}

function startOf(fields: Fields): string[] {
  const hypothesis = at(fields, "hypothesis");
  const [metrics, groups] = [listAt(at(fields, "primaryMetrics")), listAt(at(fields, "groups"))];
  const names = (list: readonly Value[]) => (namesOfElements(list) ?? list.map(shown)).map(String);
  const shares = names(groups).map((name, index) => {
    const size = at(groups[index], "size");
    return typeof size === "number" ? `${name} ${size} %` : name;
  });
  return [
    ...(typeof hypothesis === "string" && hypothesis !== "" ? [`Hypothesis: ${hypothesis}`] : []),
    ...(metrics.length > 0 ? [`Primary metrics: ${inWords(names(metrics))}`] : []),
    ...(shares.length > 0 ? [`Groups: ${shares.join(", ")}`] : []),
  ];
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

import type { Doc, FieldRow, Tone, Words } from "../report/document";
import { titleOf } from "../text/names";
import { counted } from "../text/words";
import { type Group, groupedAlike } from "../value/grouped";
import { type Fields, isSame, mapped, Opaque, type Value } from "../value/value";
import {
  groupRowsOf,
  groupsDocs,
  hiddenOr,
  hiddenReasons,
  percentWords,
  plainValue,
  type SizeChange,
  sizeBars,
  sizeChangeOf,
} from "./group-docs";
import type { Change } from "./model";
import { type ShownChanges, shortItems } from "./shown-changes";
import type {
  Decision,
  ForUsers,
  HiddenGroupChanges,
  Participation,
  RunningChange,
  Start,
  Stop,
  UserMetric,
  ValueChange,
} from "./user-impact";

/** How much of a document with a limit this may take: the changes have to have room, too. */
const FOR_USERS = 3 / 8;

/** What changes for the users of experiments: each change with what they get; alike ones together. */
export function usersDocs(changes: ShownChanges): Doc[] {
  const found = changes.all.flatMap(({ change }): ChangeForUsers[] => {
    const { forUsers } = change;
    return forUsers === undefined ? [] : [{ change, forUsers, sizes: sizeChangeOf(change) }];
  });
  const entries = groupedAlike(found, impactOutline, areAlike).map((alike, index): Doc => {
    const entry = (isWhole: boolean) => [usersEntry(alike, changes, `users-${index + 1}`, isWhole)];
    const [{ change }] = alike;
    return { node: "choice", name: titleOf(change), whole: entry(true), shorter: () => [entry(false)] };
  });
  return entries.length === 0
    ? []
    : [{ node: "section", level: 2, title: "What changes for users", share: FOR_USERS, body: entries }];
}

/** A change with all that is shown of it here. */
interface ChangeForUsers {
  readonly change: Change;
  readonly forUsers: ForUsers;
  readonly sizes: SizeChange | undefined;
}

/** What can be read of an impact: thousands are told apart by it. */
function impactOutline({ forUsers }: ChangeForUsers): string {
  const leaves: unknown[] = [];
  mapped(forUsers as object as Fields, (leaf) => {
    if (!(leaf instanceof Opaque)) leaves.push(leaf);
  });
  return leaves.join("\0");
}

function areAlike(one: ChangeForUsers, other: ChangeForUsers): boolean {
  return isSame(one.forUsers as object as Fields, other.forUsers as object as Fields) && isSame(one.sizes, other.sizes);
}

/** What several changes mean alike. */
function usersEntry(alike: Group<ChangeForUsers>, changes: ShownChanges, id: string, isWhole: boolean): Doc {
  const [first] = alike;
  const links = alike.map(({ change }) => changes.link(change));
  const isOne = links.length === 1;
  return {
    node: "entry",
    id,
    title: isOne ? links : { strong: counted(links.length, "experiment") },
    tags: [{ pill: stepText(first.forUsers), tone: stepTones[first.forUsers.step] }],
    body: [
      ...(isWhole ? impactDocs(first) : []),
      ...(isOne ? [] : shortItems("plain", isWhole ? links : [...links.slice(0, 5), `… of ${links.length}`])),
    ],
  };
}

/** What happens to an experiment, as a reader sees it at once. */
export function stepText(forUsers: ForUsers): string {
  const texts: Readonly<Record<ForUsers["step"], string>> = {
    starts: forUsers.step === "starts" && forUsers.isAgain ? "starts again" : "starts now",
    changes: "changes while it runs",
    stops: "stops",
    archives: `is ${"status" in forUsers ? forUsers.status : "archived"}`,
    decides: "is decided",
    leaves: "leaves the code while it runs",
    unknown: "is sent as active",
  };
  return texts[forUsers.step];
}

export const stepTones: Readonly<Record<ForUsers["step"], Tone>> = {
  starts: "change",
  changes: "warn",
  stops: "warn",
  archives: "warn",
  decides: "change",
  leaves: "bad",
  unknown: "warn",
};

function impactDocs({ forUsers, sizes }: ChangeForUsers): Doc[] {
  switch (forUsers.step) {
    case "starts":
      return startDocs(forUsers);
    case "changes":
      return runningDocs(forUsers, sizes);
    case "stops":
    case "archives":
      return stopDocs(forUsers);
    case "decides":
      return decisionDocs(forUsers);
    case "leaves":
      return [
        sentenceDoc("It keeps running in the service, and nothing here manages it any more."),
        ...participationDocs(forUsers.had),
      ];
    case "unknown":
      return [sentenceDoc("What the service has is unknown, and this overwrites it."), ...participationDocs(forUsers)];
  }
}

function startDocs(start: Start): Doc[] {
  const { hypothesis, metrics, endsOn, duration } = start;
  const ranked = (rank: UserMetric["rank"]) => metrics.filter((metric) => metric.rank === rank).map(rankedMetric);
  return [
    facts({
      // that there is none is what has to be seen
      hypothesis: hypothesis === undefined ? NOT_GIVEN : plainValue(hypothesis),
      "primary metrics": ranked("primary").join(", ") || NOT_GIVEN,
      "secondary metrics": ranked("secondary").join(", "),
      "takes part": partWords(start),
      ends: endsOn ?? (duration === undefined ? "no day is set" : [plainValue(duration), " days after the start"]),
    }),
    ...groupsDocs(start.groups),
  ];
}

const NOT_GIVEN: Words = { strong: "none" };

function rankedMetric({ name, isTag, direction }: UserMetric): string {
  const text = hiddenOr(name, String);
  return `${isTag ? `all with the tag ${text}` : text}${typeof direction === "string" ? ` (${direction})` : ""}`;
}

function runningDocs({ allocation, gate, launched, groups }: RunningChange, sizes?: SizeChange): Doc[] {
  const rows: FieldRow[] = [
    ...valueRow("allocation", allocation, percentWords),
    ...valueRow("only users who pass gate", gate, plainValue),
    ...valueRow("all users get group", launched, plainValue),
  ];
  if (groups === undefined) return [fields(rows)];
  if ("hidden" in groups) return [fields(rows), ...hiddenChangeDocs(groups)];
  const groupRows = groups.flatMap((group) => groupRowsOf(group, sizes !== undefined));
  return [fields([...rows, ...groupRows]), ...(sizes === undefined ? [] : sizeBars(sizes))];
}

/** Groups that may be others: the plan hides them, or what they were. */
function hiddenChangeDocs({ hidden, present }: HiddenGroupChanges): Doc[] {
  const part = present === undefined ? "" : ", and the plan does not show what they were";
  return [
    sentenceDoc(`What each group gets may change: ${hiddenReasons[hidden]}${part}.`),
    ...(present === undefined ? [] : [sentenceDoc("From now on:"), ...groupsDocs(present)]),
  ];
}

function stopDocs({ status, had }: Stop): Doc[] {
  return [
    sentenceDoc(`Its status becomes ${status}. What its users get from then on, the service decides.`),
    ...(had === undefined ? [] : [sentenceDoc("Until now:"), ...participationDocs(had)]),
  ];
}

function decisionDocs({ launched, group, instead, reason, had }: Decision): Doc[] {
  const isLaunched = launched !== undefined && launched !== null && launched !== "";
  return [
    facts({
      "launched group": isLaunched ? plainValue(launched) : "none: nothing says what users get",
      "instead of group": instead === undefined ? undefined : plainValue(instead),
      reason: reason === undefined ? undefined : plainValue(reason),
    }),
    ...groupsDocs(group),
    ...(had === undefined ? [] : [sentenceDoc("Until now:"), ...participationDocs(had)]),
  ];
}

function participationDocs(part: Participation): Doc[] {
  return [facts({ "takes part": partWords(part) }), ...groupsDocs(part.groups)];
}

/** "10 % of users", or of a layer's, or of those who pass a gate. */
function partWords({ allocation, layer, gate }: Participation): Words {
  if ([allocation, layer, gate].every((each) => each === undefined)) return "";
  return [
    allocation === undefined ? "" : [percentWords(allocation), " of "],
    layer === undefined ? "users" : ["the users of layer ", plainValue(layer)],
    gate === undefined ? "" : [" who pass gate ", plainValue(gate)],
  ];
}

function valueRow(label: string, change: ValueChange | undefined, words: (value: Value) => Words): FieldRow[] {
  if (change === undefined) return [];
  return [{ label, before: words(change.before ?? null), after: words(change.after ?? null) }];
}

function sentenceDoc(words: string): Doc {
  return { node: "words", words };
}

function fields(rows: readonly FieldRow[]): Doc {
  return { node: "fields", heads: ["before", "after"], rows };
}

/** Facts of which there is something to say. */
function facts(all: Readonly<Record<string, Words | undefined>>): Doc {
  const known = Object.entries(all).filter((fact): fact is [string, Words] => fact[1] !== undefined && fact[1] !== "");
  return { node: "facts", facts: known };
}

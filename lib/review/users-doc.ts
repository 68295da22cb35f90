import type { Doc, FieldRow, Tone, Words } from "../report/document";
import { titleOf } from "../text/names";
import { counted } from "../text/words";
import { type Group, groupedAlike } from "../value/grouped";
import { at, type Fields, isFields, isList, isSame, Opaque, type Value } from "../value/value";
import { hasUsers, isMoved, launchedGroup } from "./effect";
import { groupChanges, groupsDocs, percentWords, plainValue, readableName } from "./group-docs";
import type { Change, UserStep } from "./model";
import { type ShownChanges, shortItems } from "./shown-changes";
import { LAUNCHED, statusOf } from "./transition";

/** What happens to an experiment, as a reader sees it at once. */
export function stepTag({ whole: { after } }: Change, step: UserStep): Words {
  const tags: Readonly<Record<UserStep, { readonly pill: string; readonly tone: Tone }>> = {
    starts: { pill: "starts now", tone: "change" },
    "starts again": { pill: "starts again", tone: "change" },
    changes: { pill: "changes while it runs", tone: "warn" },
    stops: { pill: "stops", tone: "warn" },
    archives: { pill: `is ${statusOf(after)}`, tone: "warn" },
    decides: { pill: "is decided", tone: "change" },
    leaves: { pill: "leaves the code while it runs", tone: "bad" },
    overwrites: { pill: "is sent as active", tone: "warn" },
  };
  return tags[step];
}

/** How much of a document with a limit this may take: the changes have to have room, too. */
const FOR_USERS = 3 / 8;

/** What changes for the users of experiments: each change with what they get; alike ones together. */
export function usersDocs(changes: ShownChanges): Doc[] {
  const found = changes.all.flatMap(({ change }): ChangeForUsers[] => {
    const { forUsers: step } = change;
    return step === undefined ? [] : [{ change, step, docs: impactDocs(change, step) }];
  });
  const alike = groupedAlike(
    found,
    ({ step, docs }) => JSON.stringify([step, docs]),
    // of what is hidden, nobody knows whether it is alike
    (one, other) => isSame(one.docs as object as Value, other.docs as object as Value),
  );
  const entries = alike.map((group, index): Doc => {
    const entry = (isWhole: boolean) => [usersEntry(group, changes, `users-${index + 1}`, isWhole)];
    return { node: "choice", name: titleOf(group[0].change), whole: entry(true), shorter: () => [entry(false)] };
  });
  return entries.length === 0
    ? []
    : [{ node: "section", level: 2, title: "What changes for users", share: FOR_USERS, body: entries }];
}

/** A change with all that is shown of it here. */
interface ChangeForUsers {
  readonly change: Change;
  readonly step: UserStep;
  readonly docs: readonly Doc[];
}

/** What several changes mean alike. */
function usersEntry(alike: Group<ChangeForUsers>, changes: ShownChanges, id: string, isWhole: boolean): Doc {
  const [{ change, step, docs }] = alike;
  const links = alike.map((each) => changes.link(each.change));
  const isOne = links.length === 1;
  return {
    node: "entry",
    id,
    title: isOne ? links : { strong: counted(links.length, "experiment") },
    tags: [stepTag(change, step)],
    body: [
      ...(isWhole ? docs : []),
      ...(isOne ? [] : shortItems("plain", isWhole ? links : [...links.slice(0, 5), `… of ${links.length}`])),
    ],
  };
}

function impactDocs({ whole: { before, after }, endsOn, transition }: Change, step: UserStep): Doc[] {
  switch (step) {
    case "starts":
    case "starts again":
      return startDocs(after, endsOn);
    case "changes":
      return runningDocs(before, after);
    case "stops":
    case "archives":
      return [
        sentenceDoc(`Its status becomes ${statusOf(after)}. What its users get from then on, the service decides.`),
        ...formerDocs(before),
      ];
    case "decides":
      return decisionDocs(before, after, transition === undefined);
    case "leaves":
      return [
        sentenceDoc("It keeps running in the service, and nothing here manages it any more."),
        ...participationDocs(before),
      ];
    case "overwrites":
      return [sentenceDoc("What the service has is unknown, and this overwrites it."), ...participationDocs(after)];
  }
}

function startDocs(fields: Fields, endsOn: string | undefined): Doc[] {
  const [hypothesis, duration] = [given(fields, "hypothesis"), given(fields, "duration")];
  return [
    facts({
      // that there is none is what has to be seen
      hypothesis: hypothesis === undefined ? NOT_GIVEN : plainValue(hypothesis),
      "primary metrics": metricsText(fields, "primary") || NOT_GIVEN,
      "secondary metrics": metricsText(fields, "secondary"),
      "takes part": partWords(fields),
      ends: endsOn ?? (duration === undefined ? "no day is set" : [plainValue(duration), " days after the start"]),
    }),
    ...groupsDocs(at(fields, "groups")),
  ];
}

const NOT_GIVEN: Words = { strong: "none" };

/** A field, if it holds anything. */
function given(fields: Fields, name: string): Value | undefined {
  const value = at(fields, name);
  return value === null || value === "" ? undefined : value;
}

function metricsText(fields: Fields, rank: "primary" | "secondary"): string {
  const metrics = metricsIn(at(fields, `${rank}Metrics`)).map((metric) => {
    const direction = at(metric, "direction");
    const name = readableName(isFields(metric) ? (at(metric, "name") ?? null) : metric);
    return typeof direction === "string" ? `${name} (${direction})` : name;
  });
  const tags = metricsIn(at(fields, `${rank}MetricTags`)).map((tag) => `all with the tag ${readableName(tag)}`);
  return [...metrics, ...tags].join(", ");
}

/** The elements of a list; itself where the plan hides it. */
function metricsIn(list: Value | undefined): readonly Value[] {
  return list instanceof Opaque ? [list] : isList(list) ? list : [];
}

function runningDocs(before: Fields, after: Fields): Doc[] {
  const { rows, docs } = groupChanges(before, after);
  const row = (label: string, name: string, wordsOf: (value: Value) => Words): FieldRow[] => {
    const [former, present] = [at(before, name) ?? null, at(after, name) ?? null];
    return isMoved(before, after, name) ? [{ label, before: wordsOf(former), after: wordsOf(present) }] : [];
  };
  const all = [
    ...row("allocation", "allocation", percentWords),
    ...row("only users who pass gate", "targetingGateID", plainValue),
    ...row("all users get group", LAUNCHED, plainValue),
    ...rows,
  ];
  return [...(all.length === 0 ? [] : [{ node: "fields", heads: ["before", "after"], rows: all } as const]), ...docs];
}

/** @param isAgain whether it was decided before */
function decisionDocs(before: Fields, after: Fields, isAgain: boolean): Doc[] {
  const [launched, reason] = [given(after, LAUNCHED), given(after, "decisionReason")];
  const isOther = isAgain && isMoved(before, after, LAUNCHED);
  const group = launchedGroup(before, after);
  return [
    facts({
      "launched group": launched === undefined ? "none: nothing says what users get" : plainValue(launched),
      "instead of group": isOther ? plainValue(at(before, LAUNCHED) ?? null) : undefined,
      reason: reason === undefined ? undefined : plainValue(reason),
    }),
    // all users get it, whatever its size was
    ...groupsDocs(isFields(group) ? [{ ...group, size: undefined, disabled: undefined }] : undefined),
    ...formerDocs(before),
  ];
}

/** What users had until now, where there are any. */
function formerDocs(before: Fields): Doc[] {
  return hasUsers(before) ? [sentenceDoc("Until now:"), ...participationDocs(before)] : [];
}

function participationDocs(fields: Fields): Doc[] {
  return [facts({ "takes part": partWords(fields) }), ...groupsDocs(at(fields, "groups"))];
}

/** "10 % of users", or of a layer's, or of those who pass a gate. */
function partWords(fields: Fields): Words {
  const [allocation, layer, gate] = ["allocation", "layerID", "targetingGateID"].map((name) => given(fields, name));
  if ([allocation, layer, gate].every((each) => each === undefined)) return "";
  return [
    allocation === undefined ? "" : [percentWords(allocation), " of "],
    layer === undefined ? "users" : ["the users of layer ", plainValue(layer)],
    gate === undefined ? "" : [" who pass gate ", plainValue(gate)],
  ];
}

function sentenceDoc(words: string): Doc {
  return { node: "words", words };
}

/** Facts of which there is something to say. */
function facts(all: Readonly<Record<string, Words | undefined>>): Doc {
  const known = Object.entries(all).filter((fact): fact is [string, Words] => fact[1] !== undefined && fact[1] !== "");
  return { node: "facts", facts: known };
}

import type { Doc, Words } from "../report/document";
import { factsDoc, rawText, said } from "../report/document";
import { type FieldDifference, fieldDocs } from "../report/field-rows";
import { valueWords } from "../report/value-text";
import { dayText } from "../text/days";
import { fieldWords, labelOf, nameText, placeText } from "../text/names";
import { capitalised, counted, inWords } from "../text/words";
import { at, type Fields, isFields, isSame, listAt, type Value } from "../value/value";
import { type AcceptLines, decisionDocs } from "./card-decision";
import type { CardGroup, Unit } from "./card-groups";
import { iconOf, titleWords } from "./card-titles";
import { metricsWords, ownValue, partWordsOf, shareName, usersDocs } from "./card-users";
import { type Change, type Decision, isOpen } from "./model";
import { isActive, isEnded, LAUNCHED } from "./transition";

/** What all cards of a page have in common. */
export interface CardSetting {
  readonly lines: AcceptLines;
  /** What a reader calls a stack, where there are several. */
  readonly stackTag: (stack: string) => Words;
  /** Whether there are so many that a card without a decision has no room for its fields. */
  readonly isBrief: boolean;
}

/** The card of an entity, or of several that are similar. */
export function cardDoc(group: CardGroup, look: "card" | "row", setting: CardSetting): Doc {
  const [[{ change }], ...others] = group.units;
  const isOne = others.length === 0;
  const isBrief = setting.isBrief && group.section !== "decide";
  const facts = isBrief ? [] : factsDoc("Facts", { ...experimentFacts(change, isOne), ...warningFact(group) });
  const decisions = decisionDocs(group, setting.lines);
  return {
    node: "part",
    look,
    id: group.id,
    icon: iconOf(change),
    tone: group.section === "decide" ? "decide" : group.section === "decided" ? "good" : "act",
    title: titleWords(change, others.length),
    tags: stackTags(group.units[0], setting),
    meta: isOne ? metaWords(change) : [counted(group.units.length, labelOf(change.kind)), ...commonOwner(group)],
    body: isBrief
      ? [said({ quiet: `${counted(change.fields.length, "field")}: see --format json` })]
      : [
          ...(isOne ? usersDocs(change) : []),
          ...(isOne ? [] : [entitiesTable(group)]),
          ...(decisions.length > 0 ? facts : []),
          ...otherFields(change, isOne),
        ],
    aside: decisions.length > 0 ? decisions : facts,
    foot: isBrief ? [] : callDocs(group),
  };
}

export function stackTags(unit: Unit, { stackTag }: CardSetting): Words[] {
  return unit.map(({ stack }) => stackTag(stack)).filter((tag) => tag !== "");
}

/** What it is, whose, and where. */
function metaWords(change: Change): Words[] {
  const { kind, name, title, service } = change;
  const place = placeText(change);
  return [
    ...(kind === "experiment"
      ? [["experiment ", { code: nameText(name) }] as const]
      : title === undefined
        ? []
        : [{ code: nameText(name) }]),
    ...ownerWords(change),
    ...(place === undefined ? [] : [{ code: place }]),
    ...(service === undefined
      ? []
      : [["at ", { code: service.baseUrl ?? "a base URL known at deploy time" }] as const]),
  ];
}

/** Who answers for an entity. */
function ownerWords({ action, whole }: Change): Words[] {
  const fields: Fields = action === "forget" ? whole.before : whole.after;
  const textIn = (value: Value | undefined, key: string) => {
    const text = at(value, key);
    return typeof text === "string" && text !== "" ? text : undefined;
  };
  const [team, owner] = [textIn(fields, "team"), at(fields, "owner")];
  if (team !== undefined) return [["team ", { own: team }]];
  const person = textIn(owner, "ownerName") ?? textIn(owner, "ownerEmail") ?? textIn(fields, "creatorEmail");
  return person === undefined ? [] : [{ own: person }];
}

function commonOwner({ units }: CardGroup): Words[] {
  const owners = new Set(units.map(([{ change }]) => rawText(ownerWords(change))));
  return owners.size === 1 ? ownerWords(units[0][0].change) : [];
}

/** What is worth knowing of an experiment; of several, what they have in common. */
function experimentFacts(change: Change, isOne: boolean): Record<string, Words | undefined> {
  const { kind, whole, effect, forUsers, alsoSent = [] } = change;
  if (kind !== "experiment" || effect === undefined) return {};
  const fields: Fields = change.action === "forget" ? whole.before : whole.after;
  const isStart = forUsers?.startsWith("starts") === true || change.action === "create";
  const [hypothesis, control] = [at(fields, "hypothesis"), controlOf(change)];
  return {
    Status: statusWords(change),
    ...(isOne && forUsers === "decides" ? decisionFacts(effect.decision) : {}),
    ...(isOne && isStart ? { Hypothesis: hypothesis ? ownValue(hypothesis) : NONE } : {}),
    ...(isOne ? metricFacts(change, fields, isStart) : {}),
    ...(isOne && isStart ? { "Compared with": control } : {}),
    ...endFact(change, fields),
    "Also sent":
      alsoSent.length === 0
        ? undefined
        : `${inWords(alsoSent.map(fieldWords))}, as declared: a change in the console is reverted`,
  };
}

const NONE: Words = { nothing: "none" };

function decisionFacts({ launched, group, reason }: Decision = {}): Record<string, Words | undefined> {
  // a winner that is a group is in the title and the table
  const named = group === undefined && launched !== undefined ? ownValue(launched) : undefined;
  return {
    Winner: launched === undefined ? NONE : named,
    Reason: reason === undefined ? undefined : ownValue(reason),
  };
}

function metricFacts(change: Change, fields: Fields, isStart: boolean): Record<string, Words | undefined> {
  const facts = (["primary", "secondary"] as const).map((rank): [string, Words | undefined] => {
    const names = [`${rank}Metrics`, `${rank}MetricTags`] as const;
    // what changes stands among the fields
    const isListed = !isStart && change.fields.some(({ path }) => names.some((name) => name === path[0]));
    const words = metricsWords(at(fields, names[0]), at(fields, names[1]));
    const isNone = Array.isArray(words) && words.length === 0;
    const label = `${capitalised(rank)} ${listAt(at(fields, names[0])).length > 1 ? "metrics" : "metric"}`;
    if (isListed || (isNone && rank === "secondary")) return [label, undefined];
    return [label, isNone ? (isStart ? NONE : undefined) : words];
  });
  return Object.fromEntries(isStart || isActive(fields) ? facts : []);
}

function controlOf({ effect }: Change): Words | undefined {
  const control = effect?.groups.find(({ after }) => after?.isControl);
  return control?.after && { own: shareName(control.after, control.label) };
}

/** The status of the API, where it is known: titles say it in words. */
function statusWords({ whole: { before, after }, action }: Change): Words | undefined {
  const [last, next] = [at(before, "status"), at(action === "forget" ? before : after, "status")];
  if (next === undefined || next === null) return undefined;
  if (last === undefined || isSame(last, next)) return ownCode(next);
  return [ownCode(last), " → ", { strong: ownCode(next) }];
}

function ownCode(value: Value): Words {
  return typeof value === "string" ? { code: value } : valueWords(value);
}

function endFact(change: Change, fields: Fields): Record<string, Words | undefined> {
  const { endsOn, forUsers } = change;
  const isOver = forUsers === "stops" || forUsers === "decides" || forUsers === "archives";
  if (endsOn !== undefined) return { [isOver ? "Was to end" : "Ends"]: `${dayText(endsOn)}, as declared` };
  const duration = at(fields, "duration");
  const isPlanned = duration !== undefined && duration !== null && forUsers?.startsWith("starts");
  if (isPlanned) return { Ends: [ownValue(duration), typeof duration === "number" ? " days after the start" : ""] };
  return isActive(fields) && !isOver && !isEnded(fields) ? { Ends: "no day is declared" } : {};
}

/** Fields of an experiment that a card has elsewhere, with what they were and are. */
const SAID = ["status", "allocation", "layerID", "targetingGateID", LAUNCHED];
const SAID_OF_START = ["hypothesis", "controlGroupID", "duration", "name", "id", "team"];
const SAID_OF_DECISION = ["decisionReason"];
const SAID_OF_GROUPS = ["id", "name", "size", "disabled", "parameterValues"];
const SAID_OF_METRICS = ["name", "direction", "type"];

/** What else changes; of an entity that is new, all else that is sent, folded where it is much. */
function otherFields(change: Change, isOne: boolean): Doc[] {
  const isNew = change.fields.length > 0 && change.fields.every(({ before }) => before === undefined);
  const fields =
    isOne && change.effect !== undefined
      ? change.fields.flatMap((field) => unsaid(field, change))
      : saidBySeveral(change);
  const docs = fieldDocs(fields, isNew ? ["before", "sent"] : ["before", "after"]);
  return isNew && fields.length > 4
    ? [
        {
          node: "part",
          look: "fold",
          title: `${counted(fields.length, "field")} that ${fields.length === 1 ? "is" : "are"} sent`,
          body: docs,
        },
      ]
    : docs;
}

/** Of several: their table has who takes part, and the title a change of the duration alone. */
function saidBySeveral({ fields, effect }: Change): readonly FieldDifference[] {
  const isOnlyDuration = fields.every(({ path }) => path[0] === "duration");
  if (effect === undefined) return fields;
  return fields.filter(({ path: [name] }) => name !== "allocation" && !(isOnlyDuration && name === "duration"));
}

/** A difference without what the card has elsewhere. */
function unsaid(field: FieldDifference, change: Change): FieldDifference[] {
  const { forUsers, action, whole, effect } = change;
  const [name, , part] = field.path;
  const isStart = forUsers?.startsWith("starts") === true || action === "create";
  if (field.isUnsent) return [field];
  if (name === "groups" && effect?.before.hiddenGroups === undefined && effect?.after.hiddenGroups === undefined) {
    if (part !== undefined) return SAID_OF_GROUPS.some((each) => each === part) ? [] : [field];
    return restOfGroups(field);
  }
  const isMetrics = name === "primaryMetrics" || name === "secondaryMetrics";
  if (isMetrics && isStart) return listAt(whole.after, name).some(hasMoreThanName) ? [field] : [];
  const isUnnamed = name === LAUNCHED && forUsers !== "decides";
  return saidNames(change, isStart).some((each) => each === name) && !isUnnamed ? [] : [field];
}

function saidNames({ fields, forUsers, effect }: Change, isStart: boolean): readonly string[] {
  const isOnlyDuration = fields.every(({ path }) => path[0] === "duration");
  return [
    // the title has it
    ...(isOnlyDuration ? ["duration"] : []),
    ...(forUsers === "decides" || effect?.decision === undefined ? SAID : SAID.filter((each) => each !== LAUNCHED)),
    ...(isStart ? SAID_OF_START : []),
    ...(forUsers === "decides" ? SAID_OF_DECISION : []),
  ];
}

function hasMoreThanName(metric: Value): boolean {
  return !isFields(metric) || Object.keys(metric).some((key) => !SAID_OF_METRICS.includes(key));
}

/** Of groups that are added or removed, what the table of groups does not show. */
function restOfGroups({ path, names, before, after }: FieldDifference): FieldDifference[] {
  const value = after ?? before;
  const groups = path.length > 1 ? [value ?? null] : listAt(value);
  return groups.flatMap((group, index) => {
    if (!isFields(group)) return [];
    return Object.entries(group).flatMap(([key, each]): FieldDifference[] => {
      if (SAID_OF_GROUPS.includes(key) || each === undefined) return [];
      const place = path.length > 1 ? path : [...path, index];
      const id = at(group, "id") ?? at(group, "name");
      const ownNames = path.length > 1 ? names : [...names, typeof id === "string" ? id : undefined];
      return [
        {
          path: [...place, key],
          names: [...ownNames, undefined],
          ...(after === undefined ? { before: each } : { after: each }),
        },
      ];
    });
  });
}

/** Similar entities: who takes part in each, and where each is declared. */
function entitiesTable({ units }: CardGroup): Doc {
  const owners = units.map(([{ change }]) => rawText(ownerWords(change)));
  const hasSeveralOwners = new Set(owners).size > 1;
  const rows = units.map(([{ change }]): Words[] => {
    const name = nameText(change.name);
    return [
      change.title === undefined ? { own: name } : [{ own: change.title }, " ", { quiet: { code: name } }],
      partWordsOf([change]),
      hasSeveralOwners ? ownerWords(change) : "",
      change.construct === undefined ? "" : { code: placeText(change) ?? "" },
    ];
  });
  const label = labelOf(units[0][0].change.kind);
  return {
    node: "table",
    look: "grid",
    label: `${label}s`,
    heads: [label, "who takes part", "owner", "declared in"],
    rows,
  };
}

/** What synth warned of. */
function warningFact({ units }: CardGroup): Record<string, Words> {
  const warnings = [...new Set(units.flat().flatMap(({ change }) => change.warnings ?? []))];
  if (warnings.length === 0) return {};
  return { [warnings.length === 1 ? "Warning" : "Warnings"]: { lines: warnings.map((own) => ({ own })) } };
}

/** The calls; as similar changes make similar ones, those of the first. */
function callDocs({ units }: CardGroup): Doc[] {
  const changes = units.flat().map(({ change }) => change);
  const count = changes.reduce((sum, { calls }) => sum + calls.length, 0);
  if (count === 0) return [];
  const [first = { calls: [] }] = changes;
  const items = first.calls.map(
    ({ method, path, ifExists }): Words => [{ code: `${method} ${path}` }, ifExists ? " only if it exists" : ""],
  );
  const more = count > items.length ? [`and ${counted(count - items.length, "call")} more like it`] : [];
  return [
    { node: "part", look: "fold", title: counted(count, "call"), body: [{ node: "list", items: [...items, ...more] }] },
  ];
}

/** How many decisions a card asks for. */
export function openIn({ units }: CardGroup): number {
  return units[0][0].change.risks.filter(isOpen).length;
}

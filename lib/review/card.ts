import type { Doc, Words } from "../report/document";
import { factsDoc, rawText, said } from "../report/document";
import { type FieldDifference, fieldDocs } from "../report/field-rows";
import { placeWords, warningWords } from "../report/links";
import type { CodePages } from "../text/code-pages";
import { labelOf, nameText } from "../text/names";
import { counted } from "../text/words";
import { at, isFields, isSame, listAt, type Path, type Value } from "../value/value";
import type { AcceptWords } from "./acceptance";
import { decisionDocs } from "./card-decision";
import { experimentFacts, presentFields, startsRun, statusWords } from "./card-facts";
import type { CardGroup, Unit } from "./card-groups";
import { signOf, titleWords } from "./card-titles";
import { partWordsOf, saysWhoTakesPart, usersDocs } from "./card-users";
import type { Change, UserEffect } from "./model";

/** What all cards of a page have in common. */
export interface CardSetting {
  readonly accept: AcceptWords;
  /** What a reader calls a stack, where there are several. */
  readonly stackTag: (stack: string) => string;
  /** Where files are shown, in a job of a platform. */
  readonly code: CodePages | undefined;
  /** Whether there are so many that a card without a decision has no room for its fields. */
  readonly isBrief: boolean;
}

/** The card of an entity, or of several that are similar. */
export function cardDoc(group: CardGroup, look: "card" | "row", setting: CardSetting): Doc {
  const { change, units } = group;
  const isOne = units.length === 1;
  const isBrief = setting.isBrief && group.section !== "decide";
  const facts = isBrief ? [] : factsDoc({ ...experimentFacts(change, isOne), ...warningFact(group, setting) });
  const decisions = decisionDocs(group, setting.accept);
  return {
    node: "part",
    look,
    id: group.id,
    ...signOf(change),
    title: titleWords(change, units.length - 1),
    tags: stackTags(units[0], setting),
    meta: isOne ? metaWords(change, setting) : [counted(units.length, labelOf(change.kind)), ...commonOwner(group)],
    body: isBrief
      ? [said({ quiet: `${counted(change.fields.length, "field")}: see --format json` })]
      : [
          ...(isOne ? usersDocs(change) : [entitiesTable(group, setting)]),
          ...(decisions.length > 0 ? facts : []),
          ...otherFields(change, isOne),
        ],
    aside: decisions.length > 0 ? decisions : facts,
    foot: isBrief ? [] : callDocs(group),
  };
}

export function stackTags(unit: Unit, { stackTag }: CardSetting): Words[] {
  return unit.map(({ stack }) => stackTag(stack)).flatMap((tag): Words[] => (tag === "" ? [] : [{ tag }]));
}

function metaWords(change: Change, { code: pages }: CardSetting): Words[] {
  const { kind, name, title, service } = change;
  const [place, code] = [placeWords(change, pages), { code: nameText(name) }];
  const what: Words[] = kind === "experiment" ? [["experiment ", code]] : title === undefined ? [] : [code];
  return [
    ...what,
    ...ownerWords(change),
    ...(place === "" ? [] : [place]),
    ...(service === undefined ? [] : [["at ", { code: service.baseUrl ?? "a base URL known at deploy time" }]]),
  ];
}

function ownerWords(change: Change): Words[] {
  const fields = presentFields(change);
  const textAt = (...path: Path) => [at(fields, ...path)].find((text) => typeof text === "string" && text !== "");
  const team = textAt("team");
  if (team !== undefined) return [["team ", String(team)]];
  const person = textAt("owner", "ownerName") ?? textAt("owner", "ownerEmail") ?? textAt("creatorEmail");
  return person === undefined ? [] : [String(person)];
}

function commonOwner({ change: first, units }: CardGroup): Words[] {
  const owners = new Set(units.map(([{ change }]) => rawText(ownerWords(change))));
  return owners.size === 1 ? ownerWords(first) : [];
}

const isOnly = (field: string, { fields }: Change) => fields.every(({ path: [name] }) => name === field);
const isOnlyDuration = (change: Change) => isOnly("duration", change);
const isSameLayer = ({ effect }: Change) =>
  effect?.before.layer === undefined || isSame(effect.before.layer, effect.after.layer);
const isDecision = ({ forUsers }: Change) => forUsers === "decides";

/** The fields of several experiments that their card has elsewhere, with what they were and are, where this is true of them. */
const shownAboveSeveral: Readonly<Record<string, (change: Change) => boolean>> = {
  status: (change) => statusWords(change) !== undefined,
  allocation: (change) => saysWhoTakesPart(change) || isOnly("allocation", change),
  duration: isOnlyDuration,
};

/** The same of one. */
const shownAbove: typeof shownAboveSeveral = {
  ...shownAboveSeveral,
  layerID: (change) => saysWhoTakesPart(change) && isSameLayer(change),
  targetingGateID: saysWhoTakesPart,
  launchedGroupID: isDecision,
  decisionReason: isDecision,
  duration: (change) => startsRun(change) || isOnlyDuration(change),
  ...Object.fromEntries(["hypothesis", "controlGroupID", "name", "id", "team"].map((name) => [name, startsRun])),
};

const SAID_OF_GROUPS = ["id", "name", "size", "disabled", "parameterValues"];
const SAID_OF_METRICS = ["name", "direction", "type"];

/** What else changes; of an entity that is new, all else that is sent, folded where it is much. */
function otherFields(change: Change, isOne: boolean): Doc[] {
  const isNew = change.fields.length > 0 && change.fields.every(({ before }) => before === undefined);
  const fields =
    change.effect === undefined ? change.fields : change.fields.flatMap((each) => unsaid(each, change, isOne));
  const body = fieldDocs(fields, isNew ? ["before", "sent"] : ["before", "after"]);
  if (!isNew || fields.length <= 4) return body;
  return [{ node: "part", look: "fold", title: `${counted(fields.length, "field")} that are sent`, body }];
}

/** A difference without what the card has elsewhere. */
function unsaid(field: FieldDifference, change: Change, isOne: boolean): readonly FieldDifference[] {
  const [name] = field.path;
  if (field.isUnsent || typeof name !== "string") return [field];
  if (!isOne) return shownAboveSeveral[name]?.(change) ? [] : [field];
  if (name === "groups") return unsaidOfGroups(field, change.effect);
  if (startsRun(change) && (name === "primaryMetrics" || name === "secondaryMetrics")) {
    return listAt(change.after, name).every(isSaidMetric) ? [] : [field];
  }
  return shownAbove[name]?.(change) ? [] : [field];
}

function isSaidMetric(metric: Value): boolean {
  return isFields(metric) && Object.keys(metric).every((key) => SAID_OF_METRICS.includes(key));
}

/** Of groups, what their table does not show: their order, and fields that are in no column. */
function unsaidOfGroups(field: FieldDifference, effect: UserEffect | undefined): FieldDifference[] {
  const { path, names, before, after } = field;
  const [, place, part] = path;
  const isHidden = effect?.before.hiddenGroups !== undefined || effect?.after.hiddenGroups !== undefined;
  if (isHidden || (place === undefined && before !== undefined && after !== undefined)) return [field];
  if (part !== undefined) return SAID_OF_GROUPS.some((each) => each === part) ? [] : [field];
  const groups = place === undefined ? listAt(after ?? before) : [after ?? before];
  return groups.flatMap((group, index) => {
    const name = [at(group, "id"), at(group, "name")].find((each) => typeof each === "string");
    const own = place === undefined ? { path: [...path, index], names: [...names, name] } : { path, names };
    const rest = Object.entries(isFields(group) ? group : {}).filter(([key]) => !SAID_OF_GROUPS.includes(key));
    return rest.map(([key, value]) => ({
      path: [...own.path, key],
      names: [...own.names, undefined],
      ...(after === undefined ? { before: value } : { after: value }),
    }));
  });
}

/** Similar entities: who takes part in each, and where each is declared. */
function entitiesTable(group: CardGroup, { code }: CardSetting): Doc {
  const hasSeveralOwners = commonOwner(group).length === 0;
  const rows = group.units.map(([{ change }]): Words[] => {
    const name = nameText(change.name);
    return [
      change.title === undefined ? name : [change.title, " ", { quiet: { code: name } }],
      partWordsOf([change]),
      hasSeveralOwners ? ownerWords(change) : "",
      placeWords(change, code),
    ];
  });
  const label = labelOf(group.change.kind);
  const heads = [label, "who takes part", "owner", "declared in"];
  return { node: "table", look: "grid", label: `${label}s`, heads, rows };
}

/** What synth warned of, and no risk of the same name says. */
function warningFact({ units }: CardGroup, { code }: CardSetting): Record<string, Words> {
  const warnings = new Map(
    units
      .flat()
      .flatMap(({ change }) =>
        (change.warnings ?? [])
          .filter((text) => !change.risks.some(({ name }) => text.endsWith(`[acknowledge: "${name}"]`)))
          .map((text) => [text, warningWords(text, change, code)]),
      ),
  );
  if (warnings.size === 0) return {};
  return { [warnings.size === 1 ? "Warning" : "Warnings"]: { lines: [...warnings.values()] } };
}

/** The calls; as similar changes make similar ones, those of the first. */
function callDocs({ units }: CardGroup): Doc[] {
  const all = units.flat().map(({ change }) => change.calls);
  const [[calls = []], count] = [all, all.flat().length];
  if (count === 0) return [];
  const items = calls.map(
    ({ method, path, ifExists }): Words => [{ code: `${method} ${path}` }, ifExists ? " only if it exists" : ""],
  );
  const more = count > items.length ? [`and ${counted(count - items.length, "call")} more like it`] : [];
  return [
    { node: "part", look: "fold", title: counted(count, "call"), body: [{ node: "list", items: [...items, ...more] }] },
  ];
}

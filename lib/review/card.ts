import type { Doc, Words } from "../report/document";
import { factsDoc, said } from "../report/document";
import { type FieldDifference, fieldDocs } from "../report/field-rows";
import { placeWords, warningWords } from "../report/links";
import type { CodePages } from "../text/code-pages";
import { labelOf, nameText, placeText } from "../text/names";
import { capitalised, counted, inWords } from "../text/words";
import { at, isFields, listAt, type Path, type Value } from "../value/value";
import { type AcceptWords, acknowledgementOf, type ReviewedRisk } from "./acceptance";
import { experimentFacts, type Fact, presentFields, startsRun } from "./card-facts";
import type { CardGroup, Unit } from "./card-groups";
import { signOf, titleWords } from "./card-titles";
import { fieldsSpokenOf, partWordsOf, usersDocs } from "./card-users";
import { type Change, isOpen, type Risk, type UserEffect } from "./model";

/** The most lines that accept one risk of a card, one by one. */
const MOST_LINES = 3;

/** What all cards of a page have in common. */
export interface CardSetting {
  readonly accept: AcceptWords;
  /** What a reader calls the stacks of a unit, where there are several. */
  readonly stackTags: (unit: Unit) => readonly Words[];
  /** Where files are shown, in a job of a platform. */
  readonly code: CodePages | undefined;
  /** Whether there are so many that a card without a decision has no room for its fields. */
  readonly isBrief: boolean;
}

/** The card of an entity, or of several that are similar. */
export function cardDoc(group: CardGroup, look: "card" | "row", setting: CardSetting): Doc {
  const { change, units } = group;
  const isOne = units.length === 1;
  const head = {
    ...({ node: "part", look, id: group.id, ...signOf(change) } as const),
    title: titleWords(change, units.length - 1),
    tags: setting.stackTags(units[0]),
    meta: isOne ? metaWords(change, setting) : [counted(units.length, labelOf(change.kind))],
  };
  if (setting.isBrief && group.section !== "decide") {
    return { ...head, body: [said({ quiet: `${counted(change.fields.length, "field")}: see --format json` })] };
  }
  const facts = [...experimentFacts(change, isOne), ...warningFact(group, setting)];
  const factsDocs = factsDoc(Object.fromEntries(facts.map(({ label, words }) => [label, words])));
  const decisions = decisionDocs(group, setting.accept);
  return {
    ...head,
    body: [
      ...(isOne ? usersDocs(change) : [entitiesTable(group, setting)]),
      ...(decisions.length > 0 ? factsDocs : []),
      ...otherFields(change, facts, isOne),
    ],
    aside: decisions.length > 0 ? decisions : factsDocs,
    foot: callDocs(group),
  };
}

function metaWords(change: Change, { code: pages }: CardSetting): Words[] {
  const { kind, name, title, service } = change;
  const [place, code] = [placeWords(change, pages), { code: nameText(name) }];
  return [
    ...(kind === "experiment" ? [["experiment ", code]] : []),
    ...(kind !== "experiment" && title !== undefined ? [code] : []),
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

/** What else changes; of an entity that is new, all else that is sent, folded where it is much. */
function otherFields(change: Change, facts: readonly Fact[], isOne: boolean): Doc[] {
  const fields = change.fields.filter((field) => {
    if (field.isUnsent) return true;
    const isOfGroups = isOne && field.path[0] === "groups";
    return isOfGroups ? !isInTable(field, change.effect) : !isSaid(field, change, facts, isOne);
  });
  const isNew = fields.length > 0 && change.fields.every(({ before }) => before === undefined);
  const body = fieldDocs(fields, isNew ? ["before", "sent"] : ["before", "after"]);
  if (!isNew || fields.length <= 4) return body;
  return [{ node: "part", look: "fold", title: `${counted(fields.length, "field")} that are sent`, body }];
}

/** Whether the rest of a card says of a field what it is, and what it was: facts, and the title of what starts, have the former. */
function isSaid(
  { path, before = null }: FieldDifference,
  change: Change,
  facts: readonly Fact[],
  isOne: boolean,
): boolean {
  const name = String(path[0]);
  const { effect } = change;
  if (effect === undefined) return false;
  const isInTitle = isOne && startsRun(change) && ["name", "id", "team"].includes(name);
  const isFact = facts.some(({ says = [] }) => says.includes(name));
  if ((isInTitle || isFact) && (before === null || name === "status")) return true;
  // the table of several has their share alone
  return fieldsSpokenOf(effect).includes(name) && (isOne || name === "allocation");
}

/** What the table of groups shows of each; and of these, what it shows as it was. */
const IN_TABLE = ["id", "name", "disabled", "size", "parameterValues"];
const IN_TABLE_AS_IT_WAS = ["size", "parameterValues"];

/** Whether the table of groups shows what differs in them: not their order, nor a field that is in no column. */
function isInTable({ path: [, place, part], before, after }: FieldDifference, effect?: UserEffect): boolean {
  if (effect === undefined || (effect.before.hiddenGroups ?? effect.after.hiddenGroups) !== undefined) return false;
  if (part !== undefined) return IN_TABLE_AS_IT_WAS.includes(String(part));
  const sides = [before, after].filter((side) => side !== undefined);
  if (place !== undefined) return sides.every(isShownWhole);
  return sides.length === 1 && listAt(sides[0]).every(isShownWhole);
}

function isShownWhole(group: Value): boolean {
  return !isFields(group) || Object.keys(group).every((key) => IN_TABLE.includes(key));
}

/** Similar entities: who takes part in each, and where each is declared. */
function entitiesTable(group: CardGroup, { code }: CardSetting): Doc {
  const rows = group.units.map(([{ change }]): Words[] => {
    const name = nameText(change.name);
    return [
      change.title === undefined ? name : [change.title, " ", { quiet: { code: name } }],
      partWordsOf([change]),
      ownerWords(change),
      placeWords(change, code),
    ];
  });
  const label = labelOf(group.change.kind);
  const heads = [label, "who takes part", "owner", "declared in"];
  return { node: "table", look: "grid", label: `${label}s`, heads, rows };
}

/** What synth warned of, and no risk of the same name says. */
function warningFact({ units }: CardGroup, { code }: CardSetting): Fact[] {
  const warnings = new Map(
    units
      .flat()
      .flatMap(({ change }) =>
        (change.warnings ?? [])
          .filter((text) => !change.risks.some(({ name }) => text.endsWith(`[acknowledge: "${name}"]`)))
          .map((text) => [text, warningWords(text, change, code)]),
      ),
  );
  if (warnings.size === 0) return [];
  return [{ label: warnings.size === 1 ? "Warning" : "Warnings", words: { lines: [...warnings.values()] } }];
}

/** The calls; as similar changes make similar ones, those of the first. */
function callDocs({ units, change: { calls } }: CardGroup): Doc[] {
  const count = units.flat().reduce((sum, { change }) => sum + change.calls.length, 0);
  if (count === 0) return [];
  const items = calls.map(
    ({ method, path, ifExists }): Words => [{ code: `${method} ${path}` }, ifExists ? " only if it exists" : ""],
  );
  if (count > calls.length) items.push(`and ${counted(count - calls.length, "call")} more like it`);
  return [{ node: "part", look: "fold", title: counted(count, "call"), body: [{ node: "list", items }] }];
}

/** A box for each risk of a card: what it is, why it matters, and the choice, or how it was decided. */
function decisionDocs({ change, units }: CardGroup, words: AcceptWords): Doc[] {
  return change.risks.map((risk, index): Doc => {
    const ofEach = units.flat().map((each) => ({ ...each, risk: each.change.risks[index] ?? risk }));
    const sign = isOpen(risk) ? "decide" : "good";
    // what changes, and why that matters in this very case
    const reason = `${sentence(risk.what)} ${sentence(risk.why)}`;
    return {
      node: "part",
      look: "box",
      title: risk.title,
      icon: sign,
      tone: sign,
      tags: [{ code: risk.name }],
      body: [said(reason), isOpen(risk) ? choices(risk, ofEach, words) : said({ quiet: decisionWords(risk) })],
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
    [[`Accept ${all} once`, { quiet: `, ${by}` }], { lines: [...shown, ...more] }],
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

/** A text as a sentence; a field that it begins with is written as it is. */
function sentence(text: string): string {
  const begun = /^[a-z]+[A-Z]/.test(text) ? text : capitalised(text);
  return /[.!?…]$/.test(text) ? begun : `${begun}.`;
}

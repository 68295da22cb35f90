import { type Doc, type FieldRow, quietly, type Words } from "../report/document";
import { fieldRows } from "../report/field-rows";
import { labelOf, placeText, titleOf } from "../text/names";
import { counted } from "../text/words";
import { type Group, groupedBy } from "../value/grouped";
import { at, type Fields, type Value } from "../value/value";
import { callsText, meaningOf, wordsOfAction } from "./action-words";
import { type Change, decidedText, isOpen, type Review } from "./model";
import { changeTitle, OVERSEEN, type ShownChanges, similarChanges } from "./shown-changes";
import { stepTag } from "./users-doc";

/** The changes under their stacks: similar ones together, and new entities of one kind in a table where they are many. */
export function changesDocs(review: Review, changes: ShownChanges): Doc[] {
  if (changes.all.length === 0) return [];
  const isMany = changes.all.length > OVERSEEN;
  const sections = review.stacks.map((stack): Doc => {
    const own = changes.all.filter((each) => each.stack === stack.name).map(({ change }) => change);
    const { alike, others } = newOfOneKind(similarChanges(own));
    const calls: Words = own.length === 0 ? "no change" : callsText([stack]);
    return {
      node: "section",
      level: 2,
      title: changes.hasSeveralStacks ? ["Changes in ", { own: stack.name }, { quiet: `: ${calls}` }] : "Changes",
      body: [
        ...others.map((group) => changeDoc(group, changes, isMany)),
        ...alike.map((group) => newEntities(group, changes)),
      ],
    };
  });
  return isMany ? [changeIndex(changes), ...sections] : sections;
}

/** Leads to all changes, which are more than a reader oversees. */
function changeIndex(changes: ShownChanges): Doc {
  const items = changes.all.map(({ change }) => changes.link(change));
  const title = `Index of ${items.length} changes`;
  const index: Doc = { node: "index", label: "all changes", items };
  return { node: "only", media: ["html"], body: [{ node: "fold", title, body: [index] }] };
}

/** How many new entities of a kind a reader oversees one by one. */
const LIKE_EACH_OTHER = 6;

/** Sets those new entities apart, by their kinds, of which there is nothing to say but what they are, and which are many. */
function newOfOneKind(groups: readonly Group<Change>[]) {
  const plain = groups
    .flat()
    .filter(
      ({ action, risks, forUsers, warnings = [] }) =>
        action === "create" && risks.length + warnings.length === 0 && forUsers === undefined,
    );
  const alike = [...groupedBy(plain, ({ kind }) => kind).values()].filter(({ length }) => length >= LIKE_EACH_OTHER);
  const isApart = new Set(alike.flat());
  return { alike, others: groups.filter((group) => !group.some((change) => isApart.has(change))) };
}

/**
 * The entry of one change, or of several that are similar.
 *
 * @param isMany whether there are more changes than a reader oversees
 */
function changeDoc(group: Group<Change>, changes: ShownChanges, isMany: boolean): Doc {
  const [change] = group;
  const rows = fieldRows(change.fields);
  const isFolded = rows.length > 0 && isLessLookedFor(group, rows, isMany);
  const fields = (shown: readonly FieldRow[]): Doc =>
    isFolded
      ? { node: "fold", title: counted(rows.length, "field"), body: [fieldsOf(change, shown)] }
      : fieldsOf(change, shown);
  const entry = (body: Doc, most: number) => [entryDoc(group, changes, body, most)];
  const shorter = () => [
    ...fewerNamed(group).map((most) => entry(fields(rows), most)),
    ...(rows.some((row) => "text" in row) ? [entry(fields(rows.map(withoutText)), LEAST_NAMED)] : []),
    entry(quietly(`${counted(rows.length, "field")}: see the page`), LEAST_NAMED),
  ];
  const more = group.length === 1 ? "" : ` and ${group.length - 1} similar`;
  return { node: "choice", name: `${titleOf(change)}${more}`, whole: entry(fields(rows), group.length), shorter };
}

/** Whether nobody has to decide on the fields, and there is much of them: what starts is told above, with what users get. */
function isLessLookedFor(group: Group<Change>, rows: readonly FieldRow[], isMany: boolean): boolean {
  const [{ action, risks, forUsers }] = group;
  if (action === "create" && rows.length > 3 && (risks.length === 0 || forUsers !== undefined)) return true;
  // what several have in common is what a reader looks for
  return group.length === 1 && isMany && risks.length === 0 && forUsers === undefined;
}

/** @param most how many of several entities are named */
function entryDoc(group: Group<Change>, changes: ShownChanges, fields: Doc, most: number): Doc {
  const [change] = group;
  const isOne = group.length === 1;
  const owner = isOne ? ownerOf(change) : undefined;
  const meaning = meaningOf(change);
  const warnings = group
    .slice(0, most)
    .flatMap((each) => each.warnings ?? [])
    .map((own) => ({ own }));
  return {
    node: "entry",
    id: isOne ? changes.idOf(change) : `similar-${changes.idOf(change)}`,
    title: isOne ? changeTitle(change) : { strong: `${group.length} similar ${labelOf(change.kind)}s` },
    tags: tagsOf(change),
    ...(isOne && change.construct !== undefined ? { place: placeText(change) } : {}),
    body: [
      ...(meaning === undefined ? [] : [quietly(`${meaning}.`)]),
      ...(owner === undefined ? [] : [quietly({ own: owner })]),
      ...(warnings.length === 0 ? [] : [{ node: "items", of: "note", items: warnings } as const]),
      fields,
      ...(isOne ? [] : entitiesTable(group, changes, most)),
      ...callsDocs(group),
    ],
  };
}

/** The calls of one change; of several, as similar ones make similar calls, those of the first. */
function callsDocs(group: Group<Change>): Doc[] {
  const [{ calls: first }] = group;
  const count = group.reduce((sum, { calls }) => sum + calls.length, 0);
  if (count === 0) return [];
  const items = first.map(
    ({ method, path, ifExists }): Words => [{ code: `${method} ${path}` }, ifExists ? " only if it exists" : ""],
  );
  const more = count > first.length ? [`and ${count - first.length} more like it`] : [];
  const body: Doc = { node: "items", of: "call", items: [...items, ...more] };
  return [{ node: "fold", title: counted(count, "call"), body: [body] }];
}

function fieldsOf({ whole }: Change, rows: readonly FieldRow[]): Doc {
  const hasBefore = rows.some((row) => ("text" in row ? row.text : row).before !== undefined);
  const isNew = Object.keys(whole.before).length === 0 && !hasBefore;
  return { node: "fields", heads: isNew ? ["", "new"] : ["before", "after"], rows };
}

function withoutText(row: FieldRow): FieldRow {
  return "text" in row ? { label: row.label, after: { quiet: "a long text: see the page" } } : row;
}

/** What happens, the status that stays, and what has to be decided. */
function tagsOf(change: Change): Words[] {
  const { action, forUsers, risks } = change;
  const { title = action, tone } = wordsOfAction(change);
  const status = statusIn(change);
  return [
    { pill: title, tone },
    ...(status === undefined ? [] : [{ pill: status, tone: "quiet" } as const]),
    ...(forUsers === undefined ? [] : [stepTag(change, forUsers)]),
    ...risks.map((risk): Words => ({ pill: `${risk.name}${decidedText(risk)}`, tone: isOpen(risk) ? "bad" : "quiet" })),
  ];
}

/** The status, where it stays as it is: what changes stands among the fields. */
function statusIn({ fields, whole }: Change): string | undefined {
  const status = at(whole.after, "status") ?? at(whole.before, "status");
  const isChanged = fields.some(({ path }) => path[0] === "status");
  return !isChanged && typeof status === "string" ? status : undefined;
}

/** Who answers for an entity. */
function ownerOf({ action, whole }: Change): string | undefined {
  const fields: Fields = action === "forget" ? whole.before : whole.after;
  const textIn = (value: Value | undefined, key: string) => {
    const text = at(value, key);
    return typeof text === "string" && text !== "" ? text : undefined;
  };
  const [team, owner] = [textIn(fields, "team"), at(fields, "owner")];
  if (team !== undefined) return `team ${team}`;
  return textIn(owner, "ownerName") ?? textIn(owner, "ownerEmail") ?? textIn(fields, "creatorEmail");
}

/** How many entities of one entry stand in Markdown, where there is no room for all. */
const LEAST_NAMED = 5;
const NAMED = [1_000, 300, 100, 30, LEAST_NAMED];

function fewerNamed({ length }: readonly Change[]): readonly number[] {
  return NAMED.filter((most) => most < length);
}

/** The entities of an entry that has several. */
function entitiesTable(group: Group<Change>, changes: ShownChanges, most: number): Doc[] {
  const table: Doc = {
    node: "table",
    label: "entities",
    heads: ["entity", "owner", "declared at"],
    rows: group
      .slice(0, most)
      .map((change) => [
        { id: changes.idOf(change), words: changeTitle(change) },
        { own: ownerOf(change) ?? "" },
        change.construct === undefined ? "" : { code: placeText(change) ?? "" },
      ]),
  };
  const left = group.length - most;
  return left > 0 ? [table, quietly(`… and ${left} more: see the page`)] : [table];
}

/** Many new entities of one kind. */
function newEntities(group: Group<Change>, changes: ShownChanges): Doc {
  const [first] = group;
  const title = `${group.length} new ${labelOf(first.kind)}s`;
  const sent = group.flatMap((change): Doc[] => [
    { node: "words", words: changeTitle(change) },
    fieldsOf(change, fieldRows(change.fields)),
  ]);
  const entry = (body: readonly Doc[]): Doc[] => [
    {
      node: "entry",
      id: `new-${changes.idOf(first)}`,
      title: { strong: title },
      tags: [{ pill: "create", tone: "good" }],
      body,
    },
  ];
  const table = entitiesTable(group, changes, group.length);
  return {
    node: "choice",
    name: title,
    whole: entry([...table, { node: "fold", title: "what is sent", body: sent }]),
    shorter: () => [entry(table), ...fewerNamed(group).map((most) => entry(entitiesTable(group, changes, most)))],
  };
}

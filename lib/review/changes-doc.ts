import { type Doc, type FieldRow, quietly, type Words } from "../report/document";
import { fieldRows } from "../report/field-rows";
import { labelOf, placeText, titleOf } from "../text/title";
import { counted } from "../text/words";
import { groupedBy } from "../value/grouped";
import { at, type Fields, type Value } from "../value/value";
import { callsText, meaningOf, wordsOfAction } from "./action-words";
import { type Change, decidedText, isOpen, type Review } from "./model";
import { changeTitle, OVERSEEN, type ShownChanges } from "./shown-changes";
import { similarChanges } from "./similar-changes";
import { stepText, stepTones } from "./users-doc";

/** The changes under their stacks: similar ones together, and new entities of one kind in a table where they are many. */
export function changesDocs(review: Review, changes: ShownChanges): Doc[] {
  if (changes.all.length === 0) return [];
  const isMany = changes.all.length > OVERSEEN;
  const sections = review.stacks.map((stack): Doc => {
    const own = changes.all.filter((each) => each.stack === stack.name).map(({ change }) => change);
    const { alike, others } = newOfOneKind(similarChanges(own).flatMap(sameLabels));
    const docs = [
      ...others.map((group) => new ChangeEntry(group, changes, isMany).doc()),
      ...alike.map((group) => newEntities(group, changes)),
    ];
    const calls: Words = own.length === 0 ? "no change" : callsText([stack]);
    return changes.hasSeveralStacks
      ? { node: "section", level: 2, title: ["Changes in ", { own: stack.name }, { quiet: `: ${calls}` }], body: docs }
      : { node: "section", level: 2, title: "Changes", body: docs };
  });
  const index: Doc = {
    node: "index",
    label: "all changes",
    items: changes.all.map(({ change }) => changes.link(change)),
  };
  const title = `Index of ${changes.all.length} changes`;
  return [
    ...(isMany ? [{ node: "only", media: ["html"], body: [{ node: "fold", title, body: [index] }] } as const] : []),
    ...sections,
  ];
}

/** The same rows may stand below other names of groups. */
function sameLabels(changes: readonly Change[]): (readonly Change[])[] {
  if (changes.length === 1) return [changes];
  return [...groupedBy(changes, (change) => JSON.stringify(rowsOf(change).map(({ label }) => label))).values()];
}

/** How many new entities of a kind a reader oversees one by one. */
const LIKE_EACH_OTHER = 6;

/** Sets those new entities apart, by their kinds, of which there is nothing to say but what they are, and which are many. */
function newOfOneKind(groups: readonly (readonly Change[])[]) {
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

/** The entry of one change, or of several that are similar. */
class ChangeEntry {
  private readonly change: Change;
  private readonly rows: readonly FieldRow[];

  /** @param isMany whether there are more changes than a reader oversees */
  constructor(
    private readonly group: readonly Change[],
    private readonly changes: ShownChanges,
    private readonly isMany: boolean,
  ) {
    this.change = group[0] as Change;
    this.rows = rowsOf(this.change);
  }

  doc(): Doc {
    const fields = this.fields(this.rows);
    const shorter = () => [
      ...fewerNamed(this.group).map((most) => [this.entry([fields], most)]),
      ...(this.rows.some((row) => "text" in row)
        ? [[this.entry([this.fields(this.rows.map(withoutText))], LEAST_NAMED)]]
        : []),
      [this.entry([quietly(`${counted(this.rows.length, "field")}: see the page`)], LEAST_NAMED)],
    ];
    const more = this.group.length === 1 ? "" : ` and ${this.group.length - 1} similar`;
    const whole = [this.entry([fields], this.group.length)];
    return { node: "choice", name: `${titleOf(this.change)}${more}`, whole, shorter };
  }

  /** @param most how many entities are named */
  private entry(fields: readonly Doc[], most: number): Doc {
    const { change, group, changes } = this;
    const { construct, file, kind, warnings = [] } = change;
    const isOne = group.length === 1;
    const owner = ownerOf(change);
    const meaning = meaningOf(change);
    const calls = group.flatMap((each) => each.calls);
    const notes = warnings.map((own) => ({ own }));
    return {
      node: "entry",
      id: isOne ? (changes.of(change)?.id ?? "") : `similar-${changes.of(change)?.id}`,
      title: isOne ? changeTitle(change) : { strong: `${group.length} similar ${labelOf(kind)}s` },
      tags: tagsOf(change),
      ...(isOne && construct !== undefined ? { place: placeText({ construct, file }) } : {}),
      body: [
        ...(meaning === undefined ? [] : [quietly(`${meaning}.`)]),
        ...(isOne && owner !== undefined ? [quietly({ own: owner })] : []),
        ...(isOne && notes.length > 0 ? [{ node: "items", of: "note", items: notes } as const] : []),
        ...fields,
        ...(isOne ? [] : entitiesTable(group, changes, most)),
        ...(calls.length === 0 || most < group.length ? [] : [callsDoc(calls)]),
      ],
    };
  }

  private fields(rows: readonly FieldRow[]): Doc {
    const { action, risks, forUsers } = this.change;
    const fields = fieldsOf(this.change, rows);
    // what nobody has to decide on is folded where there is much of it, and of what starts, users' part is told above
    const isKnown = action === "create" && rows.length > 3 && (risks.length === 0 || forUsers !== undefined);
    // what several have in common is what a reader looks for
    const isOne = this.group.length === 1;
    const isFolded = isKnown || (isOne && this.isMany && risks.length === 0 && forUsers === undefined);
    return isFolded && rows.length > 0
      ? { node: "fold", title: counted(rows.length, "field"), body: [fields] }
      : fields;
  }
}

function fieldsOf({ whole }: Change, rows: readonly FieldRow[]): Doc {
  const hasBefore = rows.some((row) => ("text" in row ? row.text : row).before !== undefined);
  const isNew = Object.keys(whole.before).length === 0 && !hasBefore;
  return { node: "fields", heads: isNew ? ["", "new"] : ["before", "after"], rows };
}

function rowsOf({ fields }: Change): FieldRow[] {
  return fieldRows(fields);
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
    ...(forUsers === undefined ? [] : [{ pill: stepText(forUsers), tone: stepTones[forUsers.step] }]),
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
function entitiesTable(group: readonly Change[], changes: ShownChanges, most: number): Doc[] {
  const table: Doc = {
    node: "table",
    label: "entities",
    heads: ["entity", "owner", "declared at"],
    rows: group
      .slice(0, most)
      .map((change) => [
        { id: changes.of(change)?.id ?? "", words: changeTitle(change) },
        { own: ownerOf(change) ?? "" },
        change.construct === undefined ? "" : { code: placeText(change) ?? "" },
      ]),
  };
  const left = group.length - most;
  return left > 0 ? [table, quietly(`… and ${left} more: see the page`)] : [table];
}

/** Many new entities of one kind. */
function newEntities(group: readonly Change[], changes: ShownChanges): Doc {
  const [first] = group;
  const title = `${group.length} new ${labelOf(first?.kind ?? "")}s`;
  const sent = group.flatMap((change): Doc[] => [
    { node: "words", words: changeTitle(change) },
    fieldsOf(change, rowsOf(change)),
  ]);
  const entry = (body: readonly Doc[]): Doc => ({
    node: "entry",
    id: `new-${first === undefined ? "" : changes.of(first)?.id}`,
    title: { strong: title },
    tags: [{ pill: "create", tone: "good" }],
    body,
  });
  const table = entitiesTable(group, changes, group.length);
  return {
    node: "choice",
    name: title,
    whole: [entry([...table, { node: "fold", title: "what is sent", body: sent }])],
    shorter: () => [[entry(table)], ...fewerNamed(group).map((most) => [entry(entitiesTable(group, changes, most))])],
  };
}

function callsDoc(calls: Change["calls"]): Doc {
  const items = calls.map(
    ({ method, path, ifExists }): Words => [{ code: `${method} ${path}` }, ifExists ? " only if it exists" : ""],
  );
  return { node: "fold", title: counted(calls.length, "call"), body: [{ node: "items", of: "call", items }] };
}

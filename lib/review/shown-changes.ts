import type { FieldChange } from "../plan/entity-fields";
import type { Doc, Words } from "../report/document";
import { labelOf, nameText, naturalOrder } from "../text/names";
import { type Group, groupedAlike } from "../value/grouped";
import { isSame } from "../value/value";
import { type Change, isOpen, type Review } from "./model";

/** A change among those of all stacks. */
interface ShownChange {
  readonly stack: string;
  readonly change: Change;
  /** For links to it. */
  readonly id: string;
}

/** How many changes a reader oversees without help. */
export const OVERSEEN = 12;

/** The changes of all stacks in the order in which people decide on them, with what leads to each. */
export class ShownChanges {
  readonly all: readonly ShownChange[];
  /** Whether each line has to say whose it is. */
  readonly hasSeveralStacks: boolean;
  private readonly byChange: ReadonlyMap<Change, ShownChange>;

  constructor({ stacks }: Review) {
    this.hasSeveralStacks = stacks.length > 1;
    this.all = stacks
      .flatMap(({ name, changes }) => changes.map((change) => ({ stack: name, change })))
      .map((each, index) => ({
        ...each,
        id: `change-${index + 1}`,
        rank: rankOf(each.change),
        key: placeKey(each.change),
      }))
      .sort((a, b) => a.rank - b.rank || naturalOrder.compare(a.key, b.key));
    this.byChange = new Map(this.all.map((each) => [each.change, each]));
  }

  /** For links to a change. */
  idOf(change: Change): string {
    return this.byChange.get(change)?.id ?? "";
  }

  /** The title of a change, which leads to it; behind its stack, where there are several. */
  link(change: Change): Words {
    const { stack = "", id = "" } = this.byChange.get(change) ?? {};
    return { to: id, words: [this.hasSeveralStacks ? [{ own: stack }, ": "] : "", changeTitle(change)] };
  }
}

/** Before all, what needs a decision; then what has one; then what changes something for users. */
function rankOf({ risks, forUsers }: Change): number {
  if (risks.some(isOpen)) return 0;
  if (risks.length > 0) return 1;
  return forUsers === undefined ? 3 : 2;
}

/** As the code has them; what has left it comes last. */
function placeKey({ construct, kind, name }: Change): string {
  return construct ?? `\uffff ${labelOf(kind)} ${nameText(name)}`;
}

/** What people call an entity, with its id beside it: "experiment One page checkout (one_page_checkout)". */
export function changeTitle({ kind, name, title }: Change): Words {
  const [label, id] = [{ quiet: `${labelOf(kind)} ` }, { own: nameText(name) }];
  return title === undefined || title === name
    ? [label, { strong: id }]
    : [label, { strong: { own: title } }, { quiet: [" (", id, ")"] }];
}

/** As many items as a reader oversees, and the rest folded; nothing without any. */
export function shortItems(of: "risk" | "plain", items: readonly Words[]): Doc[] {
  const [first, rest] = [items.slice(0, OVERSEEN), items.slice(OVERSEEN)];
  return [
    ...(first.length === 0 ? [] : [{ node: "items", of, items: first } as const]),
    ...(rest.length === 0
      ? []
      : [{ node: "fold", title: `and ${rest.length} more`, body: [{ node: "items", of, items: rest }] } as const]),
  ];
}

/**
 * Changes in groups that a reader decides on at once: of one kind and action, with the same values in the same fields, and
 * with the same risks. Of what a plan hides, nobody knows whether it is the same.
 *
 * @returns groups of one change or more, in the order of their first ones
 */
export function similarChanges(changes: readonly Change[]): Group<Change>[] {
  return groupedAlike(changes, outlineOf, (first, other) => haveSameValues(first.fields, other.fields));
}

/** All that has to be the same but for values. */
function outlineOf(change: Change): string {
  const { action, kind, construct, cause, forUsers, fields, risks, calls, service, whole } = change;
  const { status } = whole.after;
  return JSON.stringify([
    [action, kind, construct === undefined, cause, forUsers, service?.baseUrl, service?.apiKeyVariable],
    // readers see it beside the name
    typeof status === "string" ? status : undefined,
    calls.map(({ method, ifExists }) => [method, ifExists]),
    // by the names, too: the same place may be another group's
    fields.map(({ path, names, isUnsent }) => [path, names, isUnsent]),
    risks.map(({ name, what, acknowledged, accepted }) => [name, what, acknowledged, accepted]),
  ]);
}

function haveSameValues(some: readonly FieldChange[], others: readonly FieldChange[]): boolean {
  return some.every(
    ({ before, after }, index) => isSame(before, others[index]?.before) && isSame(after, others[index]?.after),
  );
}

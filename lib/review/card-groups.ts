import type { FieldChange } from "../plan/entity-fields";
import { serviceKey } from "../protocol/declared-service";
import { type Group, groupedAlike } from "../value/grouped";
import { isSame, type Value } from "../value/value";
import type { ReviewedRisk } from "./acceptance";
import { byPlace, type Change, isOpen, type Review } from "./model";

/** A change among those of all stacks. */
type StackChange = Omit<ReviewedRisk, "risk">;

/** One entity, with its change in each stack in which that is the same. */
export type Unit = Group<StackChange>;

/** What a reader decides on at once: an entity, or several whose changes are alike. */
export interface CardGroup {
  /** For links to it. */
  readonly id: string;
  /** The first of its changes, which the others are like. */
  readonly change: Change;
  readonly units: Group<Unit>;
  readonly section: CardSection;
}

/** The sections in the order in which people decide: what is open, what is decided, what moves users, and the rest. */
const sections = ["decide", "decided", "users", "others"] as const;

export type CardSection = (typeof sections)[number];

/** The changes of all stacks, an entity or several similar ones each. */
export function cardGroups({ stacks }: Review): CardGroup[] {
  const all = stacks.flatMap(({ name, changes }) => changes.map((change): StackChange => ({ stack: name, change })));
  const units = groupedAlike(
    all,
    ({ change }) => JSON.stringify([change.name, change.title, outlineOf(change)]),
    (first, other) =>
      first.stack !== other.stack &&
      haveSameValues(first.change.fields, other.change.fields) &&
      isSame(first.change.effect as object as Value, other.change.effect as object as Value),
  );
  const similar = groupedAlike(
    units,
    (unit) => JSON.stringify([unit.map(({ stack }) => stack), outlineOf(unit[0].change)]),
    ([first], [other]) => haveSameValues(first.change.fields, other.change.fields),
  );
  return similar
    .map((each) => ({ units: each, change: each[0][0].change, section: sectionOfChange(each[0][0].change) }))
    .sort((a, b) => sections.indexOf(a.section) - sections.indexOf(b.section) || byPlace(a.change, b.change))
    .map((each, index) => ({ id: `change-${index + 1}`, ...each }));
}

function sectionOfChange({ risks, forUsers }: Change): CardSection {
  if (risks.some(isOpen)) return "decide";
  if (risks.length > 0) return "decided";
  return forUsers === undefined ? "others" : "users";
}

/** All that has to be the same but for values. Of what a plan hides, nobody knows whether it is the same. */
function outlineOf(change: Change): string {
  const { action, kind, construct, cause, forUsers, fields, risks, calls, service, after, endsOn } = change;
  const { status } = after;
  return JSON.stringify([
    [action, kind, construct === undefined, cause, forUsers, endsOn, serviceKey(service)],
    // readers see it beside the name
    typeof status === "string" ? status : undefined,
    calls.map(({ method, ifExists }) => [method, ifExists]),
    // by the names, too: the same place may be another group's; values differ already here, as far as they can be read
    fields.map(({ path, names, isUnsent, before, after: next }) => [path, names, isUnsent, before, next]),
    risks.map(({ name, what, acknowledged, accepted }) => [name, what, acknowledged, accepted]),
  ]);
}

function haveSameValues(some: readonly FieldChange[], others: readonly FieldChange[]): boolean {
  return some.every(
    ({ before, after }, index) => isSame(before, others[index]?.before) && isSame(after, others[index]?.after),
  );
}

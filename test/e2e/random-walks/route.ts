import type { Dice, Step } from "./steps";
import { walkers } from "./walkers";

/** An edit, of which entities, and what else it takes of the dice. */
type Edit = readonly [name: Step["edits"][number][0], of: readonly string[], dice?: Partial<Dice>];

/** What a step of the route does. What a plan refuses is taken back. */
interface Told {
  readonly edits?: readonly Edit[];
  readonly act?: readonly [name: Step["act"][0], dice?: Partial<Dice>];
  readonly faults?: readonly string[];
}

const all = Object.keys(walkers);
const changeable = ["experiment", "metric_source", "ingestion_source", "assignment_source"];
const changing = [...changeable, "prompt_by_content", "prompt_by_deferred_content"];
/** What goes to another service, where somebody else has the same. */
const moving = ["experiment", "metric_source", "ingestion_source", "segment", "prompt_version"];

const value = (number: number): Edit => ["another value", changing, { number }];
const layer = (number: number): Edit => ["another fixed field", ["experiment", "ingestion_source"], { number }];
const content = (number: number): Edit => ["another value", ["segment", "prompt_version"], { number }];
const complete = (flag: boolean): Edit => ["complete or not", ["experiment", "assignment_source"], { flag }];
const leftAlone = (flag: boolean): Edit => ["left alone or not", changeable, { flag }];
const ofFirst = (name: Edit[0], dice?: Partial<Dice>): Edit => [name, ["experiment"], dice];
const removed: Edit = ["removed", moving];
const elsewhere: Edit = ["to another service", moving];
const ofRevision = { parts: ["revision"] } as const;

/** The steps, each of which begins where the one before has ended. */
const told: Readonly<Record<string, Told>> = {
  "creates that the service refuses": { faults: all },
  "the same, which it takes": {},
  "updates that the service refuses": { edits: [value(1)], faults: changing },
  "the former values, since it may have the later ones": { edits: [value(0)] },
  "what no call can change": { edits: [layer(1), content(1)] },
  "a change of what lacks fields for its update": { edits: [complete(false)] },
  "the same, of which the revision is tainted": { edits: [complete(false)], act: ["taint", ofRevision] },
  "all fields again": { edits: [complete(true)] },
  "state rm of a revision that lacks fields": { edits: [complete(false)], act: ["state rm", ofRevision] },
  "a destroyed stack, made otherwise": { edits: [complete(true), layer(1), content(1)], act: ["destroy"] },
  "the same, as it was": { edits: [layer(0), content(0)] },
  "a revision alone": { edits: [value(2)], act: ["-target", ofRevision] },
  "a record alone": { act: ["-target"] },
  "what was not asked for": {},
  "a record that is replaced, made otherwise": {
    edits: [ofFirst("another fixed field", { number: 1 })],
    act: ["-replace"],
  },
  "the same, as it was before": { edits: [layer(0)] },
  "a record that is tainted": { act: ["taint", { walker: "assignment_source" }] },
  "left alone, and changed": { edits: [leftAlone(true), value(1), layer(1)] },
  "left alone, and replaced": { act: ["-replace", ofRevision] },
  "left alone no more, with what cannot change": { edits: [leftAlone(false)] },
  "left alone no more": { edits: [leftAlone(false), layer(0)] },
  "another service": { edits: [["to another service", all]] },
  "another service, for a revision alone": { edits: [["to another service", all]], act: ["-target", ofRevision] },
  "another address of the service": { edits: [ofFirst("service moved", { number: 1 })] },
  "another variable for its key": { edits: [ofFirst("service moved", { number: 2 })] },
  "the same, without the former one": { edits: [ofFirst("service moved", { number: 2, flag: false })] },
  "another name and another place of its construct": { edits: [ofFirst("service renamed"), ofFirst("service nested")] },
  "what leaves the code": { edits: [removed] },
  "adopted where it is not": { edits: [elsewhere, ["adopt or not", moving]] },
  "it leaves the code again": { edits: [removed] },
  "where somebody else has it": { edits: [elsewhere, ofFirst("service at another place", { number: 1 })] },
  "taken over by the variable, without all fields": { edits: [complete(false)], act: ["adopt what exists"] },
  "taken over, with all fields": { edits: [complete(true)], act: ["adopt what exists"] },
  "what no call can change of it": { edits: [layer(1), content(1)] },
  "and given back": { edits: [removed] },
  "adopted, with what cannot change": { edits: [elsewhere, ["adopt with another fixed field", moving, { number: 2 }]] },
  "and given back again": { edits: [removed] },
  "adopted, and left alone": { edits: [elsewhere, ["adopt and leave alone", moving, { number: 1 }]] },
  "no longer left alone": { edits: [["left alone or not", moving, { flag: false }]] },
  "another name of the stack, with its state": { act: ["stack renamed"] },
  "another name of the stack, without its state": { act: ["stack renamed", { flag: false }] },
  "into another stack": { edits: [["into another stack", all]] },
  "another runner": { act: ["fresh runner"] },
};

/** A walk by every refusal, every act and every edit. */
export const route: readonly (readonly [what: string, step: Step])[] = Object.entries(told).map(
  ([what, { edits = [], act, faults = [] }]) => {
    const [name, dice]: NonNullable<Told["act"]> = act ?? ["nothing"];
    const thrown: Dice = { walker: "experiment", number: 0, flag: true, parts: ["record"], ...dice };
    const each = edits.flatMap(([edit, of, more]) =>
      of.map((walker): Step["edits"][number] => [edit, { ...thrown, ...more, walker }]),
    );
    return [what, { edits: each, act: [name, thrown], faults, takesBack: true }];
  },
);

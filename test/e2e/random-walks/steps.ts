import fc from "fast-check";
import { type Code, type EntityCode, initial, type ServiceCode } from "./code";
import type { Declared, Options, Part } from "./model";
import type { Place } from "./places";
import type { Stack, Walk } from "./walk";
import { walkers } from "./walkers";

/** What chance gives to an edit or to an act, which use what they need of it. */
export interface Dice {
  readonly walker: string;
  readonly number: number;
  readonly flag: boolean;
  /** The first of them that there is. */
  readonly parts: readonly Part[];
}

export interface Edit {
  readonly weight: number;
  readonly change: (code: Code, dice: Dice, places: readonly Place[]) => Code;
}

const kinds = Object.keys(walkers);

/** An edit of an entity, which is put into the code if it is not there. */
function entityEdit(weight: number, change: (entity: EntityCode, dice: Dice) => Partial<EntityCode>): Edit {
  return {
    weight,
    change: (code, dice) => {
      const before = code.entities.get(dice.walker) ?? initial;
      const after = { ...before, ...change(before, dice) };
      const { isAdoptable, mayLack, update, changeable } = walkers[dice.walker] ?? {};
      const isComplete = after.isComplete || !mayLack;
      const ignoreChanges = after.ignoreChanges && Object.keys(changeable?.(after) ?? {}).length > 0;
      // synth refuses to adopt what cannot be updated, unless it need not be
      const isUpdatable = isComplete || (update !== undefined && ignoreChanges);
      const entity = { ...after, isComplete, ignoreChanges, adopt: after.adopt && isUpdatable && isAdoptable === true };
      return { ...code, entities: new Map([...code.entities, [dice.walker, entity]]) };
    },
  };
}

/** An edit of the service that an entity is at. */
function serviceEdit(
  weight: number,
  change: (service: ServiceCode, dice: Dice, places: readonly Place[]) => Partial<ServiceCode>,
): Edit {
  return {
    weight,
    change: (code, dice, places) => {
      const of = code.entities.get(dice.walker)?.service ?? 0;
      const changed = (index: 0 | 1) => {
        const service = code.services[index];
        return index === of ? { ...service, ...change(service, dice, places) } : service;
      };
      return { ...code, services: [changed(0), changed(1)] };
    },
  };
}

export const edits = {
  "another value": entityEdit(6, (_, { number }) => ({ value: number })),
  "another fixed field": entityEdit(3, (_, { number }) => ({ fixed: number })),
  "complete or not": entityEdit(5, (_, { flag }) => ({ isComplete: flag })),
  "adopt or not": entityEdit(2, (_, { flag }) => ({ adopt: flag })),
  "adopt with another fixed field": entityEdit(2, (_, { number }) => ({ adopt: true, fixed: number })),
  "left alone or not": entityEdit(4, (_, { flag }) => ({ ignoreChanges: flag })),
  "adopt and leave alone": entityEdit(2, (_, { number }) => ({ adopt: true, ignoreChanges: true, value: number })),
  "into another stack": entityEdit(2, ({ stack }) => ({ stack: stack === 0 ? 1 : 0 })),
  "to another service": entityEdit(1, ({ service }) => ({ service: service === 0 ? 1 : 0 })),
  removed: {
    weight: 3,
    change: (code, { walker }) => ({
      ...code,
      entities: new Map([...code.entities].filter(([name]) => name !== walker)),
    }),
  },
  "service renamed": serviceEdit(1, ({ id }) => ({ id: id.endsWith("_renamed") ? id.slice(0, -8) : `${id}_renamed` })),
  "service nested": serviceEdit(1, ({ isNested }) => ({ isNested: !isNested })),
  "service at another place": serviceEdit(1, (_, { number }, places) => ({ place: places[number], movedFrom: [] })),
  "service moved": serviceEdit(2, ({ place: { project } }, { number, flag }, places) => {
    const same = places.filter((each) => each.project === project);
    return { place: same[number % same.length], movedFrom: flag ? same : [] };
  }),
} satisfies Readonly<Record<string, Edit>>;

/** What is done by hand before a deploy, or what the deploy is told. */
export interface Act {
  readonly weight: number;
  readonly byHand?: (walk: Walk, dice: Dice) => void | Promise<void>;
  /** What the deploy of the stack is told in which the entity is. */
  readonly options?: (stack: Stack, declared: Declared, parts: Dice["parts"]) => Options;
}

export const acts = {
  nothing: { weight: 8 },
  taint: { weight: 3, byHand: (walk, dice) => walk.onHeld(dice, dice.parts, (stack, held) => stack.taint(held)) },
  "state rm": {
    weight: 2,
    // without its home, an entity of one call does not know where it was made
    byHand: (walk, dice) => {
      const parts = dice.parts.filter((part) => part !== "home");
      return walk.onHeld(dice, parts, (stack, held) => stack.remove(held));
    },
  },
  destroy: { weight: 1, byHand: (walk, dice) => walk.onStack(dice, (stack) => stack.destroy()) },
  "fresh runner": { weight: 2, byHand: (walk, dice) => walk.onStack(dice, (stack) => stack.loseJournal()) },
  "stack renamed": { weight: 1, byHand: (walk, dice) => walk.renameStack(dice) },
  "-replace": { weight: 3, options: (stack, declared, parts) => ({ replace: stack.held(declared, ...parts) }) },
  "-target": {
    weight: 2,
    options: (_, { address, update }, [part]) => {
      return { target: { address, part: update !== undefined && part === "revision" ? part : "record" } };
    },
  },
  "adopt what exists": { weight: 4, options: () => ({ adoptsExisting: true }) },
} satisfies Readonly<Record<string, Act>>;

export interface Step {
  readonly edits: readonly (readonly [keyof typeof edits, Dice])[];
  readonly act: readonly [keyof typeof acts, Dice];
  /** Whose next calls the service refuses. */
  readonly faults: readonly string[];
  /** Whether a refusal makes one take the edits back; else what is refused leaves the code. */
  readonly takesBack: boolean;
}

/** A random name of a table, by the weights there. */
function drawn<Table extends Readonly<Record<string, { readonly weight: number }>>>(table: Table) {
  const names = Object.entries(table).map(([name, { weight }]) => ({ weight, arbitrary: fc.constant(name) }));
  return fc.oneof(...names) as fc.Arbitrary<keyof Table>;
}

/** Random steps. Most are about one entity: what one step leaves is what the next ones meet. */
export function stepsOf(count: number): fc.Arbitrary<readonly Step[]> {
  const any = fc.constantFrom(...kinds);
  // most can happen to those that have an update
  const favourites = kinds.flatMap((name) => (walkers[name]?.update === undefined ? [name] : [name, name, name]));
  return fc.constantFrom(...favourites, "experiment", "experiment").chain((favourite) => {
    const dice: fc.Arbitrary<Dice> = fc.record({
      walker: fc.oneof(fc.constant(favourite), any),
      number: fc.nat(2),
      flag: fc.boolean(),
      parts: fc.constantFrom<Part[]>(["record"], ["revision", "home", "record"]),
    });
    const step: fc.Arbitrary<Step> = fc.record({
      edits: fc.array(fc.tuple(drawn(edits), dice), { minLength: 1, maxLength: 3 }),
      act: fc.tuple(drawn(acts), dice),
      faults: fc.option(any, { freq: 2 }).map((one) => (one === null ? [] : [one])),
      takesBack: fc.boolean(),
    });
    return fc.array(step, { minLength: count, maxLength: count });
  });
}

import { unreadText } from "../records/service-records";
import { type Doc, type Report, said, sectionOf } from "../report/document";
import { fieldDocs } from "../report/field-rows";
import { labelOf, pathText, placeText, titleOf } from "../text/names";
import { capitalised } from "../text/words";
import type { Diff } from "../value/diff";
import { replaceOpaque } from "../value/value";
import type { Drift, EntityDrift, StackDrift } from "./drift";
import { driftAdvice, driftStates, driftVerdict, isDrifted, nextUpdate, shownDrifts } from "./drift-words";

/** What differs between a service and the code, in every form. */
export const driftReport: Report<Drift> = {
  title: (drift) => `Drift: ${driftVerdict(drift)}`,
  doc: driftDoc,
  json: driftJson,
};

function driftDoc(drift: Drift): readonly Doc[] {
  const { stacks, unmanaged, unread } = drift;
  const isBad = isDrifted(drift);
  const isEmpty = stacks.every(({ entities }) => entities.length === 0);
  return [
    {
      node: "part",
      look: "head",
      title: driftVerdict(drift),
      ...(isBad
        ? ({ tone: "decide", icon: "decide" } as const)
        : isEmpty
          ? ({ tone: "quiet", icon: "info" } as const)
          : ({ tone: "good", icon: "good" } as const)),
      body: isBad ? [said(`${capitalised(driftAdvice(drift))}.`)] : [],
    },
    ...namesDocs("Not read", unread.map(unreadText)),
    ...stacks.flatMap(stackDriftDoc),
    ...namesDocs("Not in the code", unmanaged.map(titleOf)),
  ];
}

function stackDriftDoc({ name, entities, notes }: StackDrift, stackIndex: number): Doc[] {
  const shown = shownDrifts(entities);
  const same = entities.filter(({ state }) => state === "same").length;
  // what is left alone and agrees, or is not there
  const left = entities.length - shown.length - same;
  return sectionOf(name, [
    ...(entities.length + notes.length === 0 ? [said({ quiet: "nothing is declared" })] : []),
    ...shown.map((entity, index) => entityDoc(entity, `entity-${stackIndex + 1}-${index + 1}`)),
    ...(same === 0 ? [] : [said({ quiet: `${same} as declared` })]),
    ...(left === 0 ? [] : [said({ quiet: `changes of ${left} ignored` })]),
    ...(notes.length === 0 ? [] : [{ node: "list", items: notes.map((note) => ["note: ", note]) } as const]),
  ]);
}

function entityDoc(entity: EntityDrift, id: string): Doc {
  const { kind, name, state, fields } = entity;
  const tone = state === "left-alone" ? "quiet" : "decide";
  return {
    node: "part",
    look: "card",
    id,
    tone,
    icon: state === "left-alone" ? "info" : "decide",
    title: [{ strong: name }, ": ", driftStates[state]],
    meta: [labelOf(kind), { code: placeText(entity) }],
    body: [...fieldDocs(fields, ["in the service", "declared"]), said(nextUpdate(entity))],
  };
}

/** Some names under a title. */
function namesDocs(title: string, names: readonly string[]): Doc[] {
  return names.length === 0 ? [] : sectionOf(title, [{ node: "list", items: names }], { count: names.length });
}

function driftJson({ stacks, unmanaged, unread }: Drift): unknown {
  const shown = stacks.map(({ name, entities, notes }) => ({
    name,
    entities: entities.map(({ request: _, applyOf: __, fields, ...entity }) => ({
      ...entity,
      fields: fields.map(driftFieldJson),
    })),
    notes,
  }));
  return { stacks: shown, unmanaged, unread };
}

/** What stands in the place of a text of a record that may be a secret. */
const HIDDEN_TEXT = "(not shown: it may be a secret)";

/** What is declared, without what is known at deploy time. */
function driftFieldJson({ path, before, after }: Diff): object {
  return {
    path: pathText(path),
    ...(after !== undefined && { declared: replaceOpaque(after, () => undefined) }),
    ...(before !== undefined && { actual: replaceOpaque(before, () => HIDDEN_TEXT) }),
  };
}

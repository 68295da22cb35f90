import { unreadText } from "../records/service-records";
import { type Doc, quietly, type Report } from "../report/document";
import { fieldRows } from "../report/field-rows";
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
    { node: "verdict", words: driftVerdict(drift), tone: isBad ? "bad" : isEmpty ? "quiet" : "good", about: [] },
    // the verdict has said so already where a terminal shows it
    ...(isBad
      ? [{ node: "only", media: ["markdown", "html"], body: [quietly(`${capitalised(driftAdvice(drift))}.`)] } as const]
      : []),
    ...namesDocs("Not read", unread.map(unreadText), "plain"),
    ...stacks.map(stackDriftDoc),
    ...namesDocs("Not in the code", unmanaged.map(titleOf), "inline"),
  ];
}

function stackDriftDoc({ name, entities, notes }: StackDrift, stackIndex: number): Doc {
  const shown = shownDrifts(entities);
  const same = entities.filter(({ state }) => state === "same").length;
  // what is left alone and agrees, or is not there
  const left = entities.length - shown.length - same;
  return {
    node: "section",
    level: 2,
    title: { own: name },
    body: [
      ...(entities.length + notes.length === 0 ? [quietly("nothing is declared")] : []),
      ...shown.map((entity, index): Doc => {
        const id = `entity-${stackIndex + 1}-${index + 1}`;
        const whole = [entityDoc(entity, id, true)];
        return { node: "choice", name: titleOf(entity), whole, shorter: () => [[entityDoc(entity, id, false)]] };
      }),
      ...(same === 0 ? [] : [quietly(`${same} as declared`)]),
      ...(left === 0 ? [] : [quietly(`changes of ${left} ignored`)]),
      { node: "items", of: "note", items: notes.map((note) => ({ own: note })) },
    ],
  };
}

function entityDoc(entity: EntityDrift, id: string, isWhole: boolean): Doc {
  const { kind, name, state, fields } = entity;
  const tone = state === "left-alone" ? "quiet" : "bad";
  return {
    node: "entry",
    id,
    title: [{ quiet: `${labelOf(kind)} ` }, { strong: { own: name } }],
    tags: [{ pill: driftStates[state], tone }],
    place: placeText(entity),
    body: [
      ...(isWhole ? [{ node: "fields", heads: ["in the service", "declared"], rows: fieldRows(fields) } as const] : []),
      { node: "words", words: { own: nextUpdate(entity) } },
    ],
  };
}

/** Some names under a title: in Markdown as many as have room, and always how many there are. */
function namesDocs(title: string, names: readonly string[], of: "plain" | "inline"): Doc[] {
  if (names.length === 0) return [];
  const items = (most: number): Doc => ({
    node: "items",
    of,
    items: names.slice(0, most).map((name) => ({ own: name })),
  });
  const shorter = () =>
    [50, 10, 1]
      .filter((most) => most < names.length)
      .map((most) => [items(most), quietly(`… and ${names.length - most} more`)]);
  const choice: Doc = { node: "choice", name: title, must: true, whole: [items(names.length)], shorter };
  return [{ node: "section", level: 2, title, body: [choice] }];
}

function driftJson({ stacks, unmanaged, unread }: Drift): unknown {
  const shown = stacks.map(({ name, entities, notes }) => ({
    name,
    entities: entities.map(({ request: _, folder: __, fields, ...entity }) => ({
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

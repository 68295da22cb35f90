import { unreadText } from "../records/service-records";
import { type Doc, quietly } from "../report/document";
import { fieldRows } from "../report/field-rows";
import { labelOf, placeText, titleOf } from "../text/names";
import type { Drift, EntityDrift, StackDrift } from "./drift";
import { driftAdvice, driftStates, driftVerdict, isDrifted, nextUpdate, shownDrifts } from "./drift-words";

/** What differs between a service and the code, for people. */
export function driftDoc(drift: Drift): readonly Doc[] {
  const { stacks, unmanaged, unread } = drift;
  const isFine = !isDrifted(drift) && stacks.some(({ entities }) => entities.length > 0);
  let count = 0;
  const stackDoc = ({ name, entities, notes }: StackDrift): Doc => ({
    node: "section",
    level: 2,
    title: { own: name },
    body: [
      ...(entities.length + notes.length === 0 ? [quietly("nothing is declared")] : []),
      ...shownDrifts(entities).map((entity): Doc => {
        const name = titleOf(entity);
        const id = `entity-${++count}`;
        const whole = [entityDoc(entity, id, true)];
        return { node: "choice", name, whole, shorter: () => [[entityDoc(entity, id, false)]] };
      }),
      ...restDocs(entities),
      { node: "items", of: "note", items: notes.map((note) => ({ own: note })) },
    ],
  });
  return [
    {
      node: "verdict",
      words: driftVerdict(drift),
      tone: isDrifted(drift) ? "bad" : isFine ? "good" : "quiet",
      about: [],
    },
    // the verdict has said so already where a terminal shows it
    ...(isDrifted(drift)
      ? [{ node: "only", media: ["markdown", "html"], body: [quietly(`${driftAdvice(drift)}.`)] } as const]
      : []),
    ...namesDocs(
      "Not read",
      unread.map((each) => unreadText(each)),
      "plain",
    ),
    ...stacks.map(stackDoc),
    ...namesDocs("Not in the code", unmanaged.map(titleOf), "inline"),
  ];
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

/** What is worth no line of its own: what is as declared, and what is left alone and agrees, or is not there. */
function restDocs(entities: readonly EntityDrift[]): Doc[] {
  const same = entities.filter(({ state }) => state === "same").length;
  const left = entities.length - shownDrifts(entities).length - same;
  return [
    ...(same === 0 ? [] : [quietly(`${same} as declared`)]),
    ...(left === 0 ? [] : [quietly(`changes of ${left} ignored`)]),
  ];
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

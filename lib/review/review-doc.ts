import type { Doc, Words } from "../report/document";
import { counted, inWords } from "../text/words";
import { changesDocs } from "./changes-doc";
import type { Review } from "./model";
import { risksDocs } from "./risks-doc";
import { ShownChanges } from "./shown-changes";
import { usersDocs } from "./users-doc";
import { verdictDoc } from "./verdict";

/** A review for people, in the order in which they decide: whether it may go out, why not, for whom, and what changes. */
export function reviewDoc(review: Review): readonly Doc[] {
  const changes = new ShownChanges(review);
  return [
    verdictDoc(review),
    ...risksDocs(review, changes),
    ...usersDocs(changes),
    ...changesDocs(review, changes),
    ...notesDocs(review),
  ];
}

/** What is worth knowing, and no reason to stop. What several stacks have in the same words is said once. */
function notesDocs({ stacks }: Review): Doc[] {
  const told = new Set(stacks.flatMap(({ changes }) => changes.flatMap(({ warnings = [] }) => warnings)));
  const notes = [...new Set(stacks.flatMap((stack) => stack.notes))].filter((note) => !told.has(note));
  if (notes.length === 0) return [];
  const items = notes.map((note): Words => {
    const names = stacks.filter((stack) => stack.notes.includes(note)).map(({ name }) => name);
    return [stacks.length > 1 ? [{ own: inWords(names) }, ": "] : "", { own: note }];
  });
  const list = (those: readonly Words[]): Doc[] => [{ node: "items", of: "plain", items: those }];
  const shorter = () =>
    [20, 5, 1]
      .filter((most) => most < items.length)
      .map((most) => list([...items.slice(0, most), `… and ${counted(items.length - most, "note")} more`]));
  const title = counted(notes.length, "note");
  return [
    {
      node: "section",
      level: 2,
      title: "Notes",
      body: [
        {
          node: "fold",
          title,
          body: [{ node: "choice", name: "notes", must: true, share: 1 / 4, whole: list(items), shorter }],
        },
      ],
    },
  ];
}

import type { Doc, Report, Tone, Words } from "../report/document";
import { counted, inWords } from "../text/words";
import { summaryOf } from "./action-words";
import { changesDocs } from "./changes-doc";
import { type Change, isOpen, type Review, type StackReview } from "./model";
import { reviewJson } from "./review-json";
import { risksDocs } from "./risks-doc";
import { ShownChanges } from "./shown-changes";
import { isActive } from "./transition";
import { usersDocs } from "./users-doc";

/** What plans mean for the service's entities, in every form. */
export const reviewReport: Report<Review> = {
  title: (review) => `${verdictOf(review).words}: review of ${review.stacks.map(({ name }) => name).join(", ")}`,
  doc: reviewDoc,
  json: reviewJson,
};

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

/** Whether this may go out: in one sentence, without a full stop. */
function verdictOf(review: Review): { readonly words: string; readonly tone: Tone } {
  const changes = review.stacks.flatMap((stack) => stack.changes);
  if (changes.length === 0) return { words: "Nothing changes", tone: "quiet" };
  const risky = changes.filter(({ risks }) => risks.some(isOpen));
  const open = risky.flatMap(({ risks }) => risks.filter(isOpen)).length;
  if (open > 0) {
    const needs = open === 1 ? "needs" : "need";
    return {
      words: `Not ready: ${counted(open, "risk")} in ${counted(risky.length, "change")} ${needs} a decision`,
      tone: "bad",
    };
  }
  const risks = changes.flatMap((change) => change.risks);
  const known = risks.length;
  // what runs may have been changed by hand since it was sent
  const tone = review.comparedWith === undefined && changes.some(touchesUsers) ? "quiet" : "good";
  if (known === 0) return { words: "No known risk", tone };
  // what the code acknowledges, nobody may have looked at
  const acknowledged = risks.filter((risk) => risk.acknowledged).length;
  const decided = acknowledged === 0 ? "accepted" : acknowledged < known ? "accepted or acknowledged" : "acknowledged";
  return { words: `Ready: ${counted(known, "risk")}, ${known === 1 ? "" : "all "}${decided}`, tone };
}

/** Whether a change is of something that runs, or stops or decides it. */
function touchesUsers({ forUsers, whole }: Change): boolean {
  return isActive(whole.before) || (forUsers !== undefined && !forUsers.startsWith("starts"));
}

/** The verdict and what it rests on. */
function verdictDoc(review: Review): Doc {
  const { stacks, comparedWith, commit } = review;
  const [planned] = stacks.flatMap(({ plannedAt }) => plannedAt ?? []).sort();
  const origin = [
    ...(planned === undefined ? [] : [`planned ${planned.slice(0, 16).replace("T", " ")} UTC`]),
    ...(commit === undefined ? [] : [`commit ${commit.slice(0, 12)}`]),
  ];
  const summary = summaryOf(stacks);
  return {
    node: "verdict",
    ...verdictOf(review),
    about: [
      [stacks.length === 1 ? "stack " : "stacks ", ...stacks.map((stack, index) => stackWords(stack, index, stacks))],
      ...(origin.length === 0 ? [] : [origin.join(", ")]),
      comparedWith === undefined
        ? "not compared with what the service has now"
        : [
            "compared with ",
            { own: comparedWith.sources.join(", ") },
            ` (${counted(comparedWith.entities, "entity")})`,
          ],
      ...(summary === undefined ? [] : [summary]),
    ],
  };
}

/** A stack with the service that it is deployed to. */
function stackWords({ name, service, changes }: StackReview, index: number, { length }: readonly StackReview[]): Words {
  const services = [service, ...changes.map((change) => change.service)].filter((each) => each !== undefined);
  const urls = new Set(services.map(({ baseUrl }) => baseUrl ?? "base URL known at deploy time"));
  const start = index === 0 ? "" : index === length - 1 ? " and " : ", ";
  return [start, { own: name }, urls.size === 0 ? "" : [" (", { own: [...urls].join(", ") }, ")"]];
}

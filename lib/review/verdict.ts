import type { Doc, Tone, Words } from "../report/document";
import { counted } from "../text/words";
import { summaryOf } from "./action-words";
import { type Change, isOpen, type Review, type StackReview } from "./model";
import { isActive } from "./transition";

/** Whether this may go out: in one sentence, without a full stop. */
export function verdictOf(review: Review): { readonly words: string; readonly tone: Tone } {
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
  const known = changes.flatMap(({ risks }) => risks).length;
  // what runs may have been changed by hand since it was sent
  const tone = review.comparedWith === undefined && changes.some(touchesUsers) ? "quiet" : "good";
  if (known === 0) return { words: "No known risk", tone };
  return { words: `Ready: ${counted(known, "risk")}, ${known === 1 ? "" : "all "}accepted`, tone };
}

/** Whether a change is of something that runs, or stops or decides it. */
function touchesUsers({ forUsers, whole }: Change): boolean {
  return isActive(whole.before) || (forUsers !== undefined && forUsers.step !== "starts");
}

/** The verdict and what it rests on. */
export function verdictDoc(review: Review): Doc {
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

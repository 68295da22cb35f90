import type { ChangeAction } from "../plan/planned-action";
import { counted } from "../text/words";
import type { Change, StackReview } from "./model";

/** What readers call an action. */
interface ActionWords {
  readonly tone: "good" | "change" | "quiet";
  /** What the change is called; the action itself when left out. */
  readonly title?: string;
  /** The changes of the action, in numbers: "2 to create" when left out. */
  readonly inNumbers?: (count: number) => string;
  /** What it means, where its title does not say all. */
  readonly meaning?: string;
}

export const actionWords: Readonly<Record<ChangeAction, ActionWords>> = {
  create: { tone: "good" },
  update: { tone: "change" },
  adopt: { tone: "good", meaning: "adopted as it exists in the service" },
  version: {
    tone: "good",
    title: "new version",
    inNumbers: (count) => counted(count, "new version"),
    meaning: "new beside the former version, which stays",
  },
  retry: { tone: "change", meaning: "the call that failed is made again" },
  reapply: {
    tone: "change",
    inNumbers: (count) => `${count} to send again`,
    meaning: "sent again without a change",
  },
  "dry-run": {
    tone: "quiet",
    title: "dry run",
    inNumbers: (count) => counted(count, "dry run"),
    meaning: "validated by the service, which keeps nothing",
  },
  forget: {
    tone: "quiet",
    title: "leaves the code",
    inNumbers: (count) => (count === 1 ? "1 leaves the code" : `${count} leave the code`),
    meaning: "it stays in the service as it is",
  },
};

/** What a plan destroys, though the code declares it. */
const leftState: ActionWords = {
  ...actionWords.forget,
  title: "leaves Terraform's state",
  meaning: "the code declares it; it stays in the service as it is",
  inNumbers: (count) => `${count} ${count === 1 ? "leaves" : "leave"} Terraform's state`,
};

/** What readers call the action of a change. */
export function wordsOfAction({ action, construct }: Change): ActionWords {
  return action === "forget" && construct !== undefined ? leftState : actionWords[action];
}

/** What an action means, and that there is no call where a reader would look for one. */
export function meaningOf(change: Change): string | undefined {
  const { action, calls, cause } = change;
  // the update of what is adopted is a full one
  if (action === "adopt" && calls.length > 0) return "adopted, and all that is declared overwrites what it has";
  const { meaning } = wordsOfAction(change);
  if (meaning !== undefined && cause !== undefined) return `${meaning}: ${cause}`;
  return meaning !== undefined && calls.length === 0 ? `${meaning}; no call` : meaning;
}

/** Said once in every review: Terraform's plan says otherwise. */
const NOTHING_DELETED = "nothing is deleted in the service";

/**
 * What is to be done, in numbers: "1 to create, 2 to update: 3 calls; nothing is deleted in the service". Undefined where
 * that is nothing.
 */
export function summaryOf(stacks: readonly StackReview[]): string | undefined {
  const changes = stacks.flatMap((stack) => stack.changes);
  if (changes.length === 0) return undefined;
  const counts = [...Object.entries(actionWords), ["", leftState] as const].flatMap(([action, words]) => {
    const count = changes.filter((change) => wordsOfAction(change) === words).length;
    return count === 0 ? [] : [words.inNumbers?.(count) ?? `${count} to ${action}`];
  });
  return `${counts.join(", ")}: ${callsText(stacks)}; ${NOTHING_DELETED}`;
}

/** How many calls a deploy of stacks makes. */
export function callsText(stacks: readonly StackReview[]): string {
  const sum = stacks.reduce((calls, stack) => calls + stack.calls, 0);
  const isMost = stacks.some(({ changes }) => changes.some(({ calls }) => calls.some(({ ifExists }) => ifExists)));
  return `${isMost ? "up to " : ""}${counted(sum, "call")}`;
}

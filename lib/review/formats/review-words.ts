import { counted } from "../../api/describe";
import type { Change, ChangeAction, StackReview } from "../model";

/** What a reader is told about the changes of an action, in numbers. */
const inNumbers: Readonly<Record<ChangeAction, (count: number) => string>> = {
  create: (count) => `${count} to create`,
  update: (count) => `${count} to update`,
  adopt: (count) => `${count} to adopt`,
  version: (count) => counted(count, "new version"),
  retry: (count) => `${count} to retry`,
  reapply: (count) => `${count} to send again`,
  "dry-run": (count) => counted(count, "dry run"),
  release: (count) => `${count} to release`,
};

/** What an action means, where its name does not say all. */
const meanings: Readonly<Partial<Record<ChangeAction, string>>> = {
  adopt: "taken over as it exists in the service",
  version: "new beside the former version, which stays",
  retry: "the call that failed is made again",
  reapply: "sent again without a change",
  "dry-run": "validated by the service, which keeps nothing",
  release: "left the code; it stays in the service as it is",
};

/** Said once in every review: Terraform's plan says otherwise. */
const NOTHING_DELETED = "nothing is deleted in the service";

/** An action as it stands before the kind: "new prompt version". */
export function actionText(action: ChangeAction): string {
  if (action === "version") return "new";
  return action === "dry-run" ? "dry run of" : action;
}

/** What an action means, and that there is no call where a reader would look for one. */
export function meaningOf({ action, calls }: Change): string | undefined {
  // the update of what is adopted is a full one
  if (action === "adopt" && calls.length > 0) return "taken over, and all that is declared overwrites what it has";
  const meaning = meanings[action];
  return meaning !== undefined && calls.length === 0 ? `${meaning}; no call` : meaning;
}

/** The calls of a deploy: "150 calls". */
export function callsText(stacks: readonly Pick<StackReview, "calls">[]): string {
  const calls = stacks.reduce((sum, stack) => sum + stack.calls, 0);
  return counted(calls, "call");
}

/** What is to be done, in numbers: "1 to create, 2 to update: 3 calls; nothing is deleted in the service". */
export function summaryOf(stacks: readonly StackReview[]): string {
  const changes = stacks.flatMap((stack) => stack.changes);
  const counts = (Object.keys(inNumbers) as ChangeAction[]).flatMap((action) => {
    const count = changes.filter((change) => change.action === action).length;
    return count === 0 ? [] : [inNumbers[action](count)];
  });
  return `${counts.length === 0 ? "no change" : `${counts.join(", ")}: ${callsText(stacks)}`}; ${NOTHING_DELETED}`;
}

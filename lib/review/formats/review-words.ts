import { counted } from "../../api/describe";
import type { Change, ChangeAction, Review, Risk, StackReview } from "../model";

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

/** The last word of every review: Terraform's plan says otherwise. */
export const NOTHING_DELETED = "nothing is deleted in the service";

/** An action as it stands before the kind: "new prompt version". */
export function actionText(action: ChangeAction): string {
  if (action === "version") return "new";
  return action === "dry-run" ? "dry run of" : action;
}

/** What an action means, and that there is no call where a reader would look for one. */
export function meaningOf({ action, calls }: Change): string | undefined {
  const meaning = meanings[action];
  return meaning !== undefined && calls.length === 0 ? `${meaning}; no call` : meaning;
}

/** What is to be done, in numbers: "1 to create, 2 to update". */
export function countsOf(changes: readonly Change[]): string[] {
  return (Object.keys(inNumbers) as ChangeAction[]).flatMap((action) => {
    const count = changes.filter((change) => change.action === action).length;
    return count === 0 ? [] : [inNumbers[action](count)];
  });
}

/** The calls of a deploy: "150 calls". */
export function callsText(stacks: readonly Pick<StackReview, "calls">[]): string {
  const calls = stacks.reduce((sum, stack) => sum + stack.calls, 0);
  return counted(calls, "call");
}

/** The risks of a review in numbers; undefined where there is none. */
export function risksText(risks: readonly Risk[]): string | undefined {
  if (risks.length === 0) return undefined;
  const open = risks.filter(({ acknowledged }) => !acknowledged).length;
  const [all, is] = [counted(risks.length, "risk"), open === 1 ? "is" : "are"];
  if (open === 0) return `${all}, acknowledged`;
  return open === risks.length ? `${all}, not acknowledged` : `${all}, of which ${open} ${is} not acknowledged`;
}

/** One line about a whole review. */
export function summaryOf({ stacks }: Review): string {
  const changes = stacks.flatMap((stack) => stack.changes);
  if (changes.length === 0) return `no change; ${NOTHING_DELETED}`;
  const risks = risksText(changes.flatMap((change) => change.risks));
  return [
    `${countsOf(changes).join(", ")}: ${callsText(stacks)}`,
    ...(risks === undefined ? [] : [risks]),
    NOTHING_DELETED,
  ].join("; ");
}

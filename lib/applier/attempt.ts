import { type Reading, readAnswer } from "./read-answer";
import { type Attempt, type ReceivedAnswer, send } from "./send";
import type { Unanswered } from "./unanswered";

/** How one attempt ended. */
export type Outcome = Answered | Unanswered;

export interface Answered extends ReceivedAnswer, Reading {
  readonly kind: "answered";
}

/**
 * Makes one attempt. A failure of the network is an outcome, too.
 *
 * @throws any other error: that is a defect
 */
export async function attempt(request: Attempt): Promise<Outcome> {
  try {
    const answer = await send(request);
    return { kind: "answered", ...answer, ...readAnswer(answer) };
  } catch (error) {
    // loaded only when something has failed
    const { unanswered } = require("./unanswered") as typeof import("./unanswered");
    return unanswered(error, request.timeout);
  }
}

import type { Action, CallRequest, RequestFile } from "../protocol/request-file";
import type { Outcome } from "./outcome";
import type { Redactor } from "./redactor";
import type { Budget } from "./retry-budget";

/** One run of the applier: its request, and what it needs to make the call. */
export interface Session {
  /** The request with its deferred values filled in. */
  readonly request: RequestFile;
  /** The entity in messages: "experiment checkout_button". */
  readonly subject: string;
  readonly redactor: Redactor;
  /** Aborts when the applier has to end. */
  readonly signal: AbortSignal;
  readonly budget: Budget;
  /**
   * Prepares a call of the request.
   *
   * @param body instead of the declared one
   */
  readonly sender: (action: Action, body?: CallRequest["body"]) => Sender;
  /** Folder of the synthesised stack, for commands to paste; undefined where Terraform is run elsewhere. */
  readonly stackFolder?: string;
}

/** A call that is ready to be sent, any number of times. */
export interface Sender {
  /** Method and address, for messages. */
  readonly call: string;
  /** @param left longest time for this attempt, in milliseconds */
  readonly send: (left: number) => Promise<Outcome>;
}

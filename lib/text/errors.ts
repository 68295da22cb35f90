import { ownCommand } from "./shell";
import { visible } from "./visible";

/** What errors lead to: anchors in the pages, which `explain` prints. */
export const topics = [
  "exists",
  "unclear",
  "other-key",
  "not-found",
  "invalid",
  "key",
  "conflict",
  "service-error",
  "rate-limit",
  "unreachable",
  "certificate",
  "variable",
  "values",
  "differs",
  "not-planned",
  "interrupted",
  "journal",
  "not-synthesised",
  "plan",
  "records",
  "open-risk",
  "out",
  "types",
  "preflight",
  "cannot-change",
  "moved",
  "props",
  "files",
  "duplicate",
  "service",
  "copies",
  "secret",
  "lifecycle",
] as const;

export type Topic = (typeof topics)[number];

/**
 * Where the pages say more: `more: npx --no-install cdktf-experimentation explain exists`.
 *
 * @param topic an anchor, or the name of a page
 */
export function pageLink(topic: string): string {
  return `more: ${ownCommand(`explain ${topic}`)}`;
}

/** What all errors of the package's public API are. */
export abstract class ExperimentationError extends Error {
  /**
   * @param topic where the pages say more
   * @internal
   */
  constructor(message: string, topic?: Topic) {
    super(topic === undefined ? message : `${message}\n  ${pageLink(topic)}`);
  }
}

/** What to do, and where the pages say more. */
export interface Advice {
  readonly next: string;
  readonly topic?: Topic;
}

/** An error that says what happened and what to do next. Its text holds no secret. */
export class AdvisedError extends Error {
  override readonly name: string = "AdvisedError";

  /**
   * @param what what happened
   * @param next what to do
   * @param details further lines, each about one fact
   * @param topic where the pages say more
   */
  constructor(
    what: string,
    readonly next: string,
    readonly details: readonly string[] = [],
    readonly topic?: Topic,
  ) {
    super(what);
  }
}

/** The lines of an error as a user reads it. Nothing in them can act on a terminal. */
export function errorLines(error: unknown): string[] {
  if (!(error instanceof AdvisedError)) return [visible(`error: ${error instanceof Error ? error.message : error}`)];
  const { message, details, next, topic } = error;
  const link = topic === undefined ? [] : [`  ${pageLink(topic)}`];
  return [`error: ${message}`, ...details.map((detail) => `  - ${detail}`), `  next: ${next}`, ...link].map(visible);
}

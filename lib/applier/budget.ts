import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome, Retry } from "./outcome";
import type { Pause } from "./pause";
import { seconds } from "./seconds";

/** Shortest wait that is worth a line, and shortest time between two such lines, in milliseconds. */
const SHORTEST = 1_000;
const QUIET = 3_000;

/** Shortest time that is worth another attempt, in milliseconds: with less it would only be cut off. */
const LEAST = 500;

/** Longest time by which those that wait for the same moment come after it, in milliseconds: not all at once. */
const SPREAD = 250;

/** How often an answer that cannot be read is asked for again: it rather comes from elsewhere than from a hurry. */
const UNREADABLE = 3;

/** The time that a call has for all its attempts, and the waits between them. */
export class Budget {
  private readonly started = now();
  private attempts = 1;
  private unreadable = 0;
  private spokenAt = Number.NEGATIVE_INFINITY;
  private delays: Iterator<number, never> | undefined;

  /**
   * @param total milliseconds
   * @param signal ends a wait
   * @param say shows a line
   * @param pause shared with the calls beside this one
   */
  constructor(
    private readonly total: number,
    private readonly signal: AbortSignal,
    private readonly say: (line: string) => void,
    private readonly pause?: Pause,
  ) {}

  /** Milliseconds since the call began. */
  get elapsed(): number {
    return now() - this.started;
  }

  /** Milliseconds that are left, at least 0. */
  get left(): number {
    return Math.max(0, this.total - this.elapsed);
  }

  /** How many attempts there were. */
  get count(): number {
    return this.attempts;
  }

  /**
   * Waits before another attempt: as long as the service asks, else with exponential backoff and full jitter.
   *
   * @returns why there is no time for another attempt, or undefined after the wait
   */
  async wait(retry: Retry): Promise<string | undefined> {
    if (isUnreadable(retry.outcome) && ++this.unreadable >= UNREADABLE) {
      return `${UNREADABLE} answers could not be read`;
    }
    const asked = retry.after ?? 0;
    const delay = asked > 0 ? asked : this.nextDelay();
    if (delay + LEAST >= this.left) {
      const limit = `${seconds(this.total)} for the whole call`;
      return asked > 0
        ? `the service asks to wait ${seconds(asked)}, longer than what is left of ${limit}`
        : `the next wait would exceed the ${limit}`;
    }
    this.attempts++;
    this.announce(delay, retry.because);
    if (asked > 0) this.pause?.extend(asked);
    await this.sleep(asked > 0 ? spread(asked) : delay);
    return undefined;
  }

  /** Waits as long as the service has asked a call beside this one to wait, if there is time for that. */
  async sitOut(): Promise<void> {
    for (;;) {
      const delay = this.pause?.left ?? 0;
      if (delay === 0 || delay + LEAST >= this.left) return;
      this.announce(delay, "the service asks all calls to wait");
      await this.sleep(spread(delay));
    }
  }

  private sleep(delay: number): Promise<void> {
    return sleep(delay, undefined, { signal: this.signal });
  }

  private announce(delay: number, because: string): void {
    const time = now();
    if (delay < SHORTEST || time - this.spokenAt < QUIET) return;
    this.spokenAt = time;
    this.say(`waiting ${seconds(delay)}: ${because} (attempt ${this.attempts})`);
  }

  private nextDelay(): number {
    // loaded only when something has failed
    this.delays ??= (require("./backoff") as typeof import("./backoff")).delays();
    return this.delays.next().value;
  }
}

/** Milliseconds by a clock that only goes forward; `performance` takes longer to load. */
function now(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}

function spread(delay: number): number {
  return delay + Math.random() * SPREAD;
}

/** Whether something other than the service seems to have answered. */
function isUnreadable(outcome: Outcome): boolean {
  if (outcome.kind === "unanswered") return outcome.trouble === "protocol";
  return outcome.status < 300 && !outcome.isReadable;
}

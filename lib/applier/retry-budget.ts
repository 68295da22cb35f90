import { closeSync, constants, futimesSync, lstatSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256 } from "../entity/sha256";
import { seconds } from "../text/words";
import type { RetryBound, Verdict } from "./verdict";

/** Shortest wait that is announced, and shortest time between two announcements, in milliseconds. */
const SHORTEST_ANNOUNCED = 1_000;
const ANNOUNCED_EVERY = 3_000;

/** Shortest time that is left for another attempt, in milliseconds. With less it would only be cut off. */
const SHORTEST_ATTEMPT = 500;

/** A wait where the service asks for none, in milliseconds: at most this long at first and at last. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/** Longest random delay after a shared pause, in milliseconds, so that not all calls start at once. */
const JITTER = 250;

/** How long to wait for an unreachable service: at most, and when another call of the deploy has given up on it. */
const UNREACHABLE_LIMIT = 60_000;
const KNOWN_UNREACHABLE = 5_000;

/** How long the others believe that, in milliseconds. A process id, which may be all that identifies a deploy, comes again. */
const UNREACHABLE_FOR = 10 * 60_000;

/** Most attempts of a call by how it fails, and how an error says that. */
const MOST_ATTEMPTS: Readonly<Partial<Record<RetryBound, readonly [count: number, why: string]>>> = {
  failing: [5, "the service failed 5 times"],
  unreadable: [3, "3 responses could not be read"],
};

/** What a budget works with. */
interface BudgetOptions {
  /** Milliseconds for the call with all its attempts and waits. */
  readonly total: number;
  /** Base URL of the service, for messages. */
  readonly where: string;
  /** Ends a wait. */
  readonly signal: AbortSignal;
  /** Shows a line. */
  readonly say: (line: string) => void;
  /** What the other calls of the deploy have found out. */
  readonly shared?: SharedAvailability;
  /** The clock; that of the system when left out. */
  readonly clock?: Clock;
}

/** Milliseconds by a clock that only goes forward, and waiting by it. */
interface Clock {
  readonly now: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** The time that a call has for all its attempts and the waits between them. */
export class RetryBudget {
  private readonly clock: Clock;
  private readonly started: number;
  private attempts = 1;
  private failures: Partial<Record<RetryBound, number>> = {};
  private unreachableSince: number | undefined;
  private announcedAt = Number.NEGATIVE_INFINITY;
  private waits = 0;

  constructor(private readonly options: BudgetOptions) {
    this.clock = options.clock ?? systemClock;
    this.started = this.clock.now();
  }

  /** Milliseconds for the call with all its attempts and waits. */
  get total(): number {
    return this.options.total;
  }

  /** Milliseconds since the call began. */
  get elapsed(): number {
    return this.clock.now() - this.started;
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
   * Waits before another attempt: as long as the service asks, otherwise with exponential backoff and full jitter.
   *
   * @param message the last one of the service, "" when it gave none
   * @returns why there is no time for another attempt, or undefined after the wait
   */
  async wait({ because, bound, unreached, after: asked = 0 }: Verdict, message: string): Promise<string | undefined> {
    if (bound !== "unreachable") this.unreachableSince = undefined;
    else this.unreachableSince ??= this.clock.now();
    const [most, why] = (bound === undefined ? undefined : MOST_ATTEMPTS[bound]) ?? [];
    if (bound !== undefined) {
      const failures = (this.failures[bound] ?? 0) + 1;
      this.failures[bound] = failures;
      if (failures === most) return why;
    }
    const delay = asked > 0 ? asked : this.nextDelay();
    const left = Math.min(this.left, this.unreachableLeft);
    if (delay + SHORTEST_ATTEMPT >= left)
      return left < this.left ? this.whyUnreached(unreached) : this.whyNoTime(asked);
    this.attempts++;
    const until = most === undefined ? `gives up in ${seconds(left)}` : `at most ${most}`;
    const what = message === "" ? because : `${because}: ${message}`;
    this.announce(delay, what, `attempt ${this.attempts}; ${until}`);
    if (asked > 0) this.options.shared?.extendPause(asked);
    await this.sleep(asked > 0 ? jittered(asked) : delay);
    return undefined;
  }

  /** Waits until the pause is over that the service asked another call for, if there is time for that. */
  async awaitPause(): Promise<void> {
    for (;;) {
      const delay = this.options.shared?.pauseLeft ?? 0;
      if (delay === 0 || delay + SHORTEST_ATTEMPT >= this.left) return;
      this.announce(delay, "the service asks all calls to wait", `gives up in ${seconds(this.left)}`);
      await this.sleep(jittered(delay));
    }
  }

  /** How much longer to wait for an unreachable service, in milliseconds; without end for one that responds. */
  private get unreachableLeft(): number {
    if (this.unreachableSince === undefined) return Infinity;
    const limit = this.options.shared?.isUnreachable ? KNOWN_UNREACHABLE : UNREACHABLE_LIMIT;
    return this.unreachableSince + limit - this.clock.now();
  }

  private whyUnreached(unreached: string = "the service"): string {
    this.options.shared?.reportUnreachable();
    return `${unreached} was unreachable for ${seconds(this.clock.now() - (this.unreachableSince ?? 0))}`;
  }

  private whyNoTime(asked: number): string {
    const limit = `${seconds(this.total)} for the whole call`;
    return asked > 0
      ? `the service asks to wait ${seconds(asked)}, longer than the time left of ${limit}`
      : `the next wait would exceed the ${limit}`;
  }

  private sleep(delay: number): Promise<unknown> {
    return this.clock.sleep(delay, this.options.signal);
  }

  private announce(delay: number, because: string, until: string): void {
    const time = this.clock.now();
    if (delay < SHORTEST_ANNOUNCED || time - this.announcedAt < ANNOUNCED_EVERY) return;
    this.announcedAt = time;
    this.options.say(`waiting ${seconds(delay)} for ${this.options.where}: ${because} (${until})`);
  }

  private nextDelay(): number {
    return Math.floor(Math.random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.waits++));
  }
}

const systemClock: Clock = {
  // `performance` takes longer to load
  now: () => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1_000 + nanoseconds / 1_000_000;
  },
  sleep: (milliseconds, signal) => {
    // loaded only where a call waits
    const timers = require("node:timers/promises") as typeof import("node:timers/promises");
    return timers.setTimeout(milliseconds, undefined, { signal });
  },
};

function jittered(delay: number): number {
  return delay + Math.random() * JITTER;
}

/** Longest pause that is honoured, in milliseconds: a day, the longest budget of a call. */
const LONGEST_PAUSE = 24 * 60 * 60 * 1_000;

/**
 * What the appliers of one deploy tell each other of when the service can be called. They run in parallel, and what one has
 * found out, the others need not find out again. Each fact is the modification time of a file next to the requests. The
 * next synth removes these files.
 */
export class SharedAvailability {
  private readonly pauseFile: string;
  private readonly unreachableFile: string;

  /**
   * @param requestFile path of the request file
   * @param baseUrl of the service
   * @param deploy identifies the deploy
   */
  constructor(requestFile: string, baseUrl: string, deploy: string) {
    const name = sha256(baseUrl).slice(0, 8);
    this.pauseFile = join(dirname(requestFile), `.pause-${name}`);
    this.unreachableFile = join(dirname(requestFile), `.unreachable-${name}-${deploy}`);
  }

  /** Milliseconds until the service may be called again; 0 when it may be called now. */
  get pauseLeft(): number {
    const left = (timeOf(this.pauseFile) ?? 0) - Date.now();
    return left > LONGEST_PAUSE ? 0 : Math.max(0, left);
  }

  /** Makes all appliers wait for this many milliseconds, unless they already wait longer. */
  extendPause(milliseconds: number): void {
    if (this.pauseLeft < milliseconds) setTime(this.pauseFile, Date.now() + milliseconds);
  }

  /** Whether another call of this deploy has given up on reaching the service. */
  get isUnreachable(): boolean {
    return Math.abs(Date.now() - (timeOf(this.unreachableFile) ?? 0)) < UNREACHABLE_FOR;
  }

  /** Tells the other appliers that the service could not be reached. */
  reportUnreachable(): void {
    setTime(this.unreachableFile, Date.now());
  }
}

/** When a file was changed, in milliseconds since 1970; undefined if there is no file, or a link. */
function timeOf(file: string): number | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.mtimeMs : undefined;
}

function setTime(file: string, time: number): void {
  try {
    // no link is followed, and no FIFO waited for: Windows has neither flag, nor links that any user can make
    const { O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const descriptor = openSync(file, O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o644);
    futimesSync(descriptor, time / 1_000, time / 1_000);
    closeSync(descriptor);
  } catch {
    // then each applier finds out by itself
  }
}

import { closeSync, constants, futimesSync, lstatSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256 } from "../entity/sha256";

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
   * @param deploy identifies the deploy: the id of the process that starts the appliers
   */
  constructor(requestFile: string, baseUrl: string, deploy: number) {
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
    return timeOf(this.unreachableFile) !== undefined;
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

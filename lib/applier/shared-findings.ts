import { closeSync, constants, futimesSync, lstatSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256 } from "../protocol/sha256";

/** Longest pause that counts, in milliseconds: a day, the longest budget of a call. */
const LONGEST = 24 * 60 * 60 * 1_000;

/**
 * What the appliers of one deploy tell each other about the service: they run side by side, and what one has found out,
 * the others need not find out again. Each finding is the time of a file beside the requests, which the next synth
 * removes.
 */
export class SharedFindings {
  private readonly pauseFile: string;
  private readonly unreachableFile: string;

  /**
   * @param requestFile path of the request file
   * @param baseUrl of the service
   * @param deploy what tells this deploy from others: the process that starts the appliers
   */
  constructor(requestFile: string, baseUrl: string, deploy: number) {
    const name = sha256(baseUrl).slice(0, 8);
    this.pauseFile = join(dirname(requestFile), `.pause-${name}`);
    this.unreachableFile = join(dirname(requestFile), `.unreachable-${name}-${deploy}`);
  }

  /** Milliseconds until the service may be called again; 0 when it may be now. */
  get pauseLeft(): number {
    const left = (timeOf(this.pauseFile) ?? 0) - Date.now();
    return left > LONGEST ? 0 : Math.max(0, left);
  }

  /** Has everybody wait for so many milliseconds, unless they wait for longer already. */
  extendPause(milliseconds: number): void {
    if (this.pauseLeft < milliseconds) setTime(this.pauseFile, Date.now() + milliseconds);
  }

  /** Whether another call of this deploy has given up on reaching the service. */
  get isUnreachable(): boolean {
    return timeOf(this.unreachableFile) !== undefined;
  }

  /** Tells the others that the service could not be reached. */
  reportUnreachable(): void {
    setTime(this.unreachableFile, Date.now());
  }
}

/** When a file was changed, in milliseconds since 1970; undefined where there is none, or a link to one. */
function timeOf(file: string): number | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.mtimeMs : undefined;
}

function setTime(file: string, time: number): void {
  try {
    // Windows has no such flag, and no such links for users without rights
    const flags = constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
    const descriptor = openSync(file, flags, 0o644);
    futimesSync(descriptor, time / 1_000, time / 1_000);
    closeSync(descriptor);
  } catch {
    // then everybody finds out for itself
  }
}

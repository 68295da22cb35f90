import { statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256 } from "../interface/sha256";

/**
 * What the appliers of one deploy tell each other when the service asks for a wait: they run side by side, and one that
 * calls all the same would only be asked again. It is the time of a file beside the requests, which the next synth
 * removes.
 */
export class Pause {
  private readonly file: string;

  /**
   * @param requestFile path of the request file
   * @param baseUrl of the service that asks
   */
  constructor(requestFile: string, baseUrl: string) {
    const name = sha256(baseUrl).slice(0, 8);
    this.file = join(dirname(requestFile), `.pause-${name}`);
  }

  /** Milliseconds until the service may be called again; 0 when it may be now. */
  get left(): number {
    const time = statSync(this.file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return Math.max(0, time - Date.now());
  }

  /** Has everybody wait for so many milliseconds, unless they wait for longer already. */
  extend(milliseconds: number): void {
    if (this.left >= milliseconds) return;
    const until = (Date.now() + milliseconds) / 1_000;
    try {
      writeFileSync(this.file, "", { flag: "a" });
      utimesSync(this.file, until, until);
    } catch {
      // then everybody finds out for itself
    }
  }
}

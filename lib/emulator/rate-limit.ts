import type { RateLimit } from "./options";

/** Counts calls in a sliding window. */
export class RateLimiter {
  private taken: number[] = [];

  /**
   * @param limit undefined takes every call
   * @param now a clock in milliseconds that never goes back
   */
  constructor(
    private readonly limit: RateLimit | undefined,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes one call if the limit allows; otherwise returns after how many seconds it would, a whole number of at least 1. */
  take(): number | undefined {
    if (this.limit === undefined) return undefined;
    const now = this.now();
    const window = this.limit.seconds * 1000;
    this.taken = this.taken.filter((time) => time > now - window);
    const [oldest] = this.taken;
    if (oldest !== undefined && this.taken.length >= this.limit.changes) {
      return Math.max(1, Math.ceil((oldest + window - now) / 1000));
    }
    this.taken.push(now);
    return undefined;
  }

  /** Forgets the calls taken so far. */
  clear(): void {
    this.taken = [];
  }
}

import { ExponentialBackoff, fullJitterGenerator } from "cockatiel";

/**
 * Endless delays in milliseconds, for `RetryBudget.wait` where the service asks for none: exponential with full jitter,
 * about half a second at first, 30 s at most.
 */
export function* delays(): Generator<number, never> {
  const factory = new ExponentialBackoff({ generator: fullJitterGenerator, initialDelay: 500, maxDelay: 30_000 });
  let backoff = factory.next();
  for (;;) {
    yield backoff.duration;
    backoff = backoff.next(undefined);
  }
}

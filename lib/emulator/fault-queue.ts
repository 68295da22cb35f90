import { assertFault, type Fault, isFor } from "./fault";

/** Faults that wait for their calls, the oldest first. */
export class FaultQueue {
  #waiting: { readonly fault: Fault; readonly left: number }[] = [];

  /** @throws TypeError when the fault cannot be played */
  add(fault: unknown): void {
    assertFault(fault);
    this.#waiting.push({ fault, left: fault.times ?? 1 });
  }

  /** The oldest fault that is for the call; it is used up by one. */
  take(call: { readonly method: string; readonly path: string; readonly kind?: string }): Fault | undefined {
    const found = this.#waiting.find(({ fault }) => isFor(fault, call));
    this.#waiting = this.#waiting
      .map((entry) => (entry === found ? { ...entry, left: entry.left - 1 } : entry))
      .filter(({ left }) => left > 0);
    return found?.fault;
  }

  clear(): void {
    this.#waiting = [];
  }
}

import { checkedFault, type Fault } from "./options";
import { type ApiResponse, refusal } from "./server";

/** Faults that wait for their calls, the oldest first. */
export class FaultQueue {
  private readonly waiting: { readonly fault: Fault; left: number }[] = [];

  /** @throws TypeError that lists every problem */
  add(given: unknown): void {
    const fault = checkedFault(given);
    this.waiting.push({ fault, left: fault.times ?? 1 });
  }

  /** The oldest fault that is for the call; it is used up by one. */
  take(call: { readonly method: string; readonly path: string; readonly kind?: string }): Fault | undefined {
    const index = this.waiting.findIndex(({ fault }) => isFor(fault, call));
    const found = this.waiting[index];
    if (found === undefined) return undefined;
    found.left--;
    if (found.left === 0) this.waiting.splice(index, 1);
    return found.fault;
  }

  clear(): void {
    this.waiting.length = 0;
  }
}

/** Whether the call of a fault is carried out. */
export function takesEffect({ effect, status, body, hang, drop }: Fault): boolean {
  if (drop === "before") return false;
  return effect ?? (status === undefined && body === undefined && hang !== true);
}

/** Whether a fault is for a call. `path` is the raw path with its query. */
function isFor({ match = {} }: Fault, call: { method: string; path: string; kind?: string }): boolean {
  const { method, path, kind } = match;
  if (method !== undefined && method.toUpperCase() !== call.method) return false;
  if (kind !== undefined && kind !== call.kind) return false;
  if (path === undefined || typeof path === "string") return path === undefined || path === call.path;
  // unlike test(), search() keeps no place between calls
  return call.path.search(path) !== -1;
}

/** What the fault says; where it says neither status nor body, the call's own response. */
export function faultyResponse(fault: Fault, own: ApiResponse | undefined): ApiResponse {
  const isOwn = fault.status === undefined && fault.body === undefined;
  if (isOwn && own !== undefined) return own;
  const status = fault.status ?? own?.status ?? 200;
  return { status, body: fault.body ?? refusal(status).body };
}

import { pathOf } from "../api/resource";
import { resourceOf } from "../api/resources";
import type { Action, CallRequest, DeferredPart, DeferredPlace, RequestFile } from "./request-file";

/** A call that deploys make for a thing, and when. */
export interface PlannedCall {
  readonly action: Action;
  /** Whether the deploy that begins with nothing makes it. */
  readonly atFirstDeploy: boolean;
  /** Whether a deploy makes it that changes the thing. */
  readonly atLaterChange: boolean;
  readonly method: CallRequest["method"];
  /** Percent-encoded. A parameter that is a deferredValue stands as in the interface: `{name}`. */
  readonly path: string;
  /** Holes are null here. */
  readonly body: CallRequest["body"];
  /** Holes, by JSON Pointer from the call: `/body/sql`, `/parameters/name`. */
  readonly deferred: readonly DeferredPlace[];
}

/** The calls that deploys make for a thing, in their order. */
export function plannedCalls(request: RequestFile): PlannedCall[] {
  return ORDER.flatMap((action): PlannedCall[] => {
    const call = request.calls[action];
    if (call === undefined) return [];
    const start = `/calls/${action}`;
    const deferred = request.deferred
      .filter(({ at }) => at.startsWith(`${start}/`))
      .map(({ at, parts }) => ({ at: at.slice(start.length), parts }));
    return [
      {
        action,
        ...timesOf(request, action, call),
        method: call.method,
        path: filledPath(call, deferred),
        body: call.body,
        deferred,
      },
    ];
  });
}

/**
 * The path of a call with its deferred filled.
 *
 * @param textOf what stands where a deferredValue is
 */
export function pathWith({ path, deferred }: PlannedCall, textOf: (parts: readonly DeferredPart[]) => string): string {
  const filled = (step: string) => {
    const deferredValue = deferredAt(step, deferred);
    return deferredValue === undefined ? step : textOf(deferredValue.parts);
  };
  return path.split("/").map(filled).join("/");
}

const ORDER: readonly Action[] = ["dryRun", "upsert", "create", "update"];

function timesOf(
  { kind, calls }: RequestFile,
  action: Action,
  call: CallRequest,
): Pick<PlannedCall, "atFirstDeploy" | "atLaterChange"> {
  switch (action) {
    case "create":
      // what is told by its content alone is another thing when that changes, and created again
      return { atFirstDeploy: true, atLaterChange: call.existing === "success" };
    case "update":
      return { atFirstDeploy: calls.create === undefined || addsToCreate(kind, call), atLaterChange: true };
    default:
      return { atFirstDeploy: true, atLaterChange: true };
  }
}

/** Whether an update carries what no create can, so that a created thing is updated at once. */
function addsToCreate(kind: string, update: CallRequest): boolean {
  const created = resourceOf(kind)?.create?.body.shape ?? {};
  return Object.keys(update.body).some((field) => !(field in created));
}

function filledPath(call: CallRequest, deferred: readonly DeferredPlace[]): string {
  const values = call.parameters as Readonly<Record<string, string>>;
  return call.path
    .split("/")
    .map((step) => (deferredAt(step, deferred) === undefined ? pathOf({ path: step }, values) : step))
    .join("/");
}

/** The deferredValue for a step of a path template. */
function deferredAt(step: string, deferred: readonly DeferredPlace[]): DeferredPlace | undefined {
  return deferred.find(({ at }) => step === at.replace(/^\/parameters\/(.*)$/s, "{$1}"));
}

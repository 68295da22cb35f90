import { withParameters } from "../api/resource";
import { resourceOf } from "../api/resources";
import { shownPath } from "./deferred-places";
import type { Action, CallRequest, DeferredPart, DeferredPlace, RequestFile } from "./request-file";

/** A call that deploys make for an entity, and when. */
export interface PlannedCall {
  readonly action: Action;
  /** Whether the first deploy makes it. */
  readonly atFirstDeploy: boolean;
  /** Whether a deploy that changes the entity makes it. */
  readonly atLaterChange: boolean;
  readonly method: CallRequest["method"];
  /** Percent-encoded. A parameter with a deferred value is as in the interface: `{name}`. */
  readonly path: string;
  /** Deferred values are null here. */
  readonly body: CallRequest["body"];
  /** The places of deferred values, by JSON Pointer from the call: `/body/sql`, `/parameters/name`. */
  readonly deferred: readonly DeferredPlace[];
}

/** The calls that deploys make for an entity, in their order. */
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
        path: shownPath(call, "", deferred),
        body: call.body,
        deferred,
      },
    ];
  });
}

/**
 * The path of a call with its deferred values filled in.
 *
 * @param textOf the text for the parts of a deferred value
 */
export function pathWith({ path, deferred }: PlannedCall, textOf: (parts: readonly DeferredPart[]) => string): string {
  return withParameters(path, (name) => {
    const place = deferred.find(({ at }) => at === parameterPlace(name));
    return place && textOf(place.parts);
  });
}

function parameterPlace(name: string): string {
  return `/parameters/${name}`;
}

const ORDER: readonly Action[] = ["dryRun", "upsert", "create", "update"];

function timesOf(
  { kind, calls }: RequestFile,
  action: Action,
  call: CallRequest,
): Pick<PlannedCall, "atFirstDeploy" | "atLaterChange"> {
  switch (action) {
    case "create":
      // an entity with an id from its content becomes another entity when the content changes
      return { atFirstDeploy: true, atLaterChange: call.existing === "success" };
    case "update":
      return { atFirstDeploy: calls.create === undefined || addsToCreate(kind, call), atLaterChange: true };
    default:
      return { atFirstDeploy: true, atLaterChange: true };
  }
}

/** Whether an update has fields that no create accepts, so that a created entity is updated at once. */
function addsToCreate(kind: string, update: CallRequest): boolean {
  const created = resourceOf(kind)?.create?.body.shape ?? {};
  return Object.keys(update.body).some((field) => !(field in created));
}

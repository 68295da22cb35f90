import { resourceOf } from "./index";
import type { Action, CallRequest, HolePart, HoleRequest, RequestFile } from "./request";
import { pathOf } from "./resource";

/** A call that deploys make for a thing, and when. */
export interface PlannedCall {
  readonly action: Action;
  /** Whether the deploy that begins with nothing makes it. */
  readonly atFirstDeploy: boolean;
  /** Whether a deploy makes it that changes the thing. */
  readonly atLaterChange: boolean;
  readonly method: CallRequest["method"];
  /** Percent-encoded. A parameter that is a hole stands as in the interface: `{name}`. */
  readonly path: string;
  /** Holes are null here. */
  readonly body: CallRequest["body"];
  /** Holes, by JSON Pointer from the call: `/body/sql`, `/parameters/name`. */
  readonly holes: readonly HoleRequest[];
}

/** The calls that deploys make for a thing, in their order. */
export function plannedCalls(request: RequestFile): PlannedCall[] {
  return ORDER.flatMap((action): PlannedCall[] => {
    const call = request.calls[action];
    if (call === undefined) return [];
    const start = `/calls/${action}`;
    const holes = request.holes
      .filter(({ at }) => at.startsWith(`${start}/`))
      .map(({ at, parts }) => ({ at: at.slice(start.length), parts }));
    return [
      {
        action,
        ...timesOf(request, action, call),
        method: call.method,
        path: filledPath(call, holes),
        body: call.body,
        holes,
      },
    ];
  });
}

/**
 * The path of a call with its holes filled.
 *
 * @param textOf what stands where a hole is
 */
export function pathWith({ path, holes }: PlannedCall, textOf: (parts: readonly HolePart[]) => string): string {
  const filled = (step: string) => {
    const hole = holeAt(step, holes);
    return hole === undefined ? step : textOf(hole.parts);
  };
  return path.split("/").map(filled).join("/");
}

const ORDER: readonly Action[] = ["validate", "put", "create", "update"];

function timesOf(
  { kind, calls }: RequestFile,
  action: Action,
  call: CallRequest,
): Pick<PlannedCall, "atFirstDeploy" | "atLaterChange"> {
  switch (action) {
    case "create":
      // what is told by its content alone is another thing when that changes, and created again
      return { atFirstDeploy: true, atLaterChange: call.existing === "accept" };
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

function filledPath(call: CallRequest, holes: readonly HoleRequest[]): string {
  const values = call.parameters as Readonly<Record<string, string>>;
  return call.path
    .split("/")
    .map((step) => (holeAt(step, holes) === undefined ? pathOf({ path: step }, values) : step))
    .join("/");
}

/** The hole for a step of a path template. */
function holeAt(step: string, holes: readonly HoleRequest[]): HoleRequest | undefined {
  return holes.find(({ at }) => step === at.replace(/^\/parameters\/(.*)$/s, "{$1}"));
}

import { resourceOf } from "../../interface";
import type { Action, CallRequest, HoleRequest } from "../../interface/request";
import { pathOf } from "../../interface/resource";
import type { SynthesisedThing } from "./stacks";

/** A call that a deploy makes for a thing, and when. */
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
export function plannedCalls({ request, actions }: SynthesisedThing): PlannedCall[] {
  return ORDER.filter((action) => actions.has(action)).flatMap((action): PlannedCall[] => {
    const call = request.calls[action];
    if (call === undefined) return [];
    const start = `/calls/${action}`;
    const holes = request.holes
      .filter(({ at }) => at.startsWith(`${start}/`))
      .map(({ at, parts }) => ({ at: at.slice(start.length), parts }));
    return [
      {
        action,
        ...timesOf(request.kind, action, call, actions),
        method: call.method,
        path: filledPath(call, holes),
        body: call.body,
        holes,
      },
    ];
  });
}

const ORDER: readonly Action[] = ["validate", "put", "create", "update"];

function timesOf(
  kind: string,
  action: Action,
  call: CallRequest,
  actions: ReadonlySet<Action>,
): Pick<PlannedCall, "atFirstDeploy" | "atLaterChange"> {
  switch (action) {
    case "create":
      // what is told by its content alone is another thing when that changes, and created again
      return { atFirstDeploy: true, atLaterChange: call.existing === "accept" };
    case "update":
      return { atFirstDeploy: !actions.has("create") || addsToCreate(kind, call), atLaterChange: true };
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
  const isOpen = (step: string) => holes.some(({ at }) => `{${at.slice("/parameters/".length)}}` === step);
  return call.path
    .split("/")
    .map((step) => (isOpen(step) ? step : pathOf({ path: step }, values)))
    .join("/");
}

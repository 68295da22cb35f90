import { withParameters } from "../api/kind";
import { serviceDefaults } from "../api/service-settings";
import { toWire } from "../api/vendor-names";
import { type Fields, Opaque, replaceOpaque, type Value } from "../value/value";
import { type Action, isDueAtFirst, parameterField, type Step } from "./steps";

/** A call that deploys make for an entity, and when. */
export interface PlannedCall {
  readonly action: Action;
  readonly step: Step;
  /** Whether the first deploy makes it. */
  readonly atFirstDeploy: boolean;
  /** Whether a deploy that changes the entity makes it. If neither, only one that is told to replace its resource does. */
  readonly atLaterChange: boolean;
  readonly method: Step["method"];
  /** Percent-encoded. A parameter with a deferred value is as in the API: `{name}`. */
  readonly path: string;
  /** In the vendor's spelling. */
  readonly body: Fields;
}

/**
 * The calls that deploys make for an entity, in their order.
 *
 * @param vendor in whose spelling the bodies are; that of the defaults when left out
 */
export function plannedCalls(
  { steps, fields }: { readonly steps: readonly Step[]; readonly fields: Fields },
  vendor: string = serviceDefaults.vendor,
): PlannedCall[] {
  return steps.map((step) => ({
    action: step.action,
    step,
    atFirstDeploy: isDueAtFirst(step),
    atLaterChange: step.due === "change" || step.due === "both",
    method: step.method,
    path: pathOf(step, fields),
    body: bodyOf(step, fields, vendor),
  }));
}

/**
 * A call as JSON, without its step.
 *
 * @param marked what stands for a deferred value in its body
 */
export function callJson({ step: _, body, ...call }: PlannedCall, marked: (value: Opaque) => unknown) {
  return { ...call, body: replaceOpaque(body, marked) as Readonly<Record<string, unknown>> };
}

/** The body of a call as it is sent: the declared fields that the step takes, in the vendor's spelling. */
export function bodyOf(step: Step, fields: Fields, vendor: string): Fields {
  const body: Record<string, Value> = {};
  for (const name of step.fields) {
    const value = fields[name];
    if (value !== undefined) body[name] = value;
  }
  return toWire(body, vendor) as Fields;
}

/**
 * The path of a call, percent-encoded.
 *
 * @param textOf the text for a deferred parameter; as in the API when left out: `{name}`
 */
export function pathOf(step: Step, fields: Fields, textOf?: (value: Opaque) => string): string {
  return withParameters(step.path, (parameter) => {
    const value = fields[parameterField(step, parameter)];
    return value instanceof Opaque ? textOf?.(value) : encodeURIComponent(String(value ?? ""));
  });
}

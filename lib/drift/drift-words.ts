import { type Step, stepFor } from "../entity/steps";
import type { Request } from "../protocol/request-file";
import { labelOf } from "../text/names";
import { cdkCommand } from "../text/shell";
import { counted, inBrief, inWords } from "../text/words";
import type { Diff } from "../value/diff";
import type { Drift, EntityDrift } from "./drift";

/** The first line of a drift: whether all agree. */
export function driftVerdict({ stacks, unread }: Drift): string {
  const entities = stacks.flatMap((stack) => stack.entities);
  const count = (state: EntityDrift["state"]) => entities.filter((entity) => entity.state === state).length;
  const [differs, missing, leftAlone] = [count("differs"), count("missing"), count("left-alone")];
  const whole = `${counted(entities.length, "entity")} compared`;
  const parts = [
    ...(differs === 0 ? [] : [`${differs} ${differs === 1 ? "differs" : "differ"} from the code`]),
    ...(missing === 0 ? [] : [`${missing} ${missing === 1 ? "is" : "are"} missing in the service`]),
    ...(unread.length === 0 ? [] : [`${counted(unread.length, "record")} could not be read`]),
  ];
  const rest = leftAlone === 0 ? "" : `; changes of ${leftAlone} ignored`;
  if (parts.length > 0) return `${whole}: ${parts.join(", ")}${rest}`;
  if (entities.length === 0) return "Nothing was compared";
  return leftAlone === entities.length ? `${whole}: all changes ignored` : `${whole}: no difference${rest}`;
}

/** Whether a drift needs somebody's attention. */
export function isDrifted({ stacks, unread }: Drift): boolean {
  return (
    unread.length > 0 ||
    stacks.some(({ entities }) => entities.some(({ state }) => state === "differs" || state === "missing"))
  );
}

/** The states in the order in which a reader needs them, with what stands beside the entity. */
export const driftStates = {
  differs: "differs",
  missing: "missing in the service",
  "left-alone": "changes ignored",
  same: "as declared",
} as const satisfies Readonly<Record<EntityDrift["state"], string>>;

/** The entities that a reader has to see, those that differ first. */
export function shownDrifts(entities: readonly EntityDrift[]): EntityDrift[] {
  return (Object.keys(driftStates) as EntityDrift["state"][]).flatMap((state) =>
    entities.filter(
      (entity) => entity.state === state && state !== "same" && (state !== "left-alone" || entity.fields.length > 0),
    ),
  );
}

/** What deploys will do about an entity that is not as declared: "the next update starts it again". */
export function nextUpdate(entity: EntityDrift): string {
  if (entity.state === "left-alone") return "deploys leave it as it is: ignoreChanges";
  return entity.state === "missing" ? nextOfMissing(entity) : nextOfDifferent(entity);
}

function nextOfMissing({ request, applyOf, alike }: EntityDrift): string {
  if (alike !== undefined)
    return `the service has ${alike}, which differs in case alone: declare it as the service has it`;
  const update = updateStep(request);
  if (update?.action === "upsert") return "the next update creates it again";
  const next = update === undefined ? "deploys make no call for it" : "its next update is refused";
  const replace = applyOf({ replace: request.address });
  return stepFor(request, "create") === undefined
    ? `adopt: true creates nothing: ${next}; if the service should have it, remove adopt: true, run ${cdkCommand("synth")} and ${replace}, which creates it`
    : `if it was never deployed, the next deploy creates it; else ${next}, and this creates it again: ${replace}`;
}

function nextOfDifferent(entity: EntityDrift): string {
  const { kind, fields, request } = entity;
  if (updateStep(request) === undefined) {
    const { missing = [] } = request;
    const why = missing.length === 0 ? `a ${labelOf(kind)} has no update` : `its update lacks ${inBrief(missing)}`;
    return `no deploy changes it, as ${why}: set it in the service`;
  }
  const carried = carriedFields(entity);
  const rest = [...new Set(fields.filter((field) => !carried.includes(field)).map(({ path }) => String(path[0])))];
  // what happens to the whole comes first
  const named = kind === "experiment" ? [...carried].sort((a, b) => Number(isStatus(b)) - Number(isStatus(a))) : [];
  const deeds = named.flatMap((field) => deedOf(field) ?? []);
  const others = carried.length - deeds.length;
  const value = deeds.length === 0 ? "value" : "other value";
  // whether it was changed in the service, or in the code since the last deploy, no record tells
  const puts = others === 0 ? [] : [`sets ${counted(others, value)} as declared`];
  return [
    ...(carried.length === 0 ? [] : [`the next update ${inWords([...deeds, ...puts])}`]),
    ...(rest.length === 0 ? [] : [`no update changes ${inBrief(rest)}: set it in the service`]),
  ].join("; ");
}

/** What setting one value as declared does to users, where it does something. */
function deedOf(field: Diff): string | undefined {
  const { path, before: actual, after: declared } = field;
  if (path[0] === "allocation" && typeof declared === "number") {
    if (actual === undefined || actual === null) return `sets its allocation to ${declared} %`;
    return `${Number(actual) < declared ? "raises" : "lowers"} its allocation from ${String(actual)} % to ${declared} %`;
  }
  if (!isStatus(field)) return undefined;
  if (declared === "active") return actual === "setup" ? "starts it" : "starts it again";
  if (actual === "active") return declared === "setup" ? "sets it back to setup" : "stops it";
  return `sets its status from ${String(actual)} to ${String(declared)}`;
}

function isStatus({ path }: Diff): boolean {
  return path[0] === "status";
}

/** What to do about a drift, as sentences without ends. */
export function driftAdvice({ stacks, unread }: Drift): string {
  const entities = stacks.flatMap((stack) => stack.entities);
  const differing = entities.filter(({ state }) => state === "differs");
  const advice = [
    ...(differing.some((entity) => carriedFields(entity).length > 0)
      ? [
          "a deploy sends an update only where the code has changed since the last one",
          "to send what is declared in any case, set reapply",
        ]
      : []),
    ...(differing.length > 0 ? ["to keep what the service has, declare it"] : []),
    ...(entities.some(({ state }) => state === "missing") ? ["see what is said of each that is missing"] : []),
    ...(unread.length > 0 ? ["correct or take out what could not be read"] : []),
  ];
  return advice.join("; ");
}

/** The differences that an update ends. */
function carriedFields({ fields, request }: EntityDrift): readonly Diff[] {
  const update = updateStep(request);
  return fields.filter((field) => update?.fields.includes(String(field.path[0])));
}

function updateStep(request: Request): Step | undefined {
  return stepFor(request, "update") ?? stepFor(request, "upsert");
}

import type * as z from "zod";
import { fileNameOf } from "../entity/resource-name";
import { requestNamedIn } from "../protocol/applier-command";
import { LOST } from "../text/characters";
import { cdkCommand } from "../text/shell";
import { parseJson } from "../value/json";
import { at, isFields, isList, listAt, type Value } from "../value/value";
import { type ConfiguredResource, type Plan, type PlanOrigin, UnusablePlanError } from "./plan";
import type { PlannedEntity, SynthesisedRequest } from "./planned-entity";
import { isTriggerType, shownTrigger, triggersOf } from "./triggers";

/** Most constructs, and most files, that a refusal names. */
const MOST_NAMED = 10;

/**
 * Refuses a plan that was made of other requests than these.
 *
 * @throws UnusablePlanError that names the constructs
 */
export function requireSameSynthesis(origin: PlanOrigin, plan: Plan, requests: readonly SynthesisedRequest[]): void {
  const planned = plannedRequests(plan.configuration);
  const names = new Set(plan.configuration.map(({ name }) => `${fileNameOf(name)}.json`));
  const known = new Map(requests.map((each) => [each.file, each]));
  const others = requests.filter(({ file, digest, request }) =>
    request.steps.length === 0 ? !names.has(file) : planned.get(file) !== digest,
  );
  const reformatted = others.filter(({ isReformatted }) => isReformatted).map(({ file }) => `requests/${file}`);
  if (reformatted.length > 0) throw notAsWritten(origin, reformatted);
  const changed = others.map(({ request }) => request.construct);
  const gone = [...planned.keys()].filter((file) => !known.has(file)).map((file) => `requests/${file}`);
  if (changed.length + gone.length === 0) return;
  throw new UnusablePlanError(origin, "the plan was made from another synthesis than the present one", undefined, [
    ...changed.slice(0, MOST_NAMED).map((construct) => `${construct} is not as it was planned`),
    ...gone.slice(0, MOST_NAMED).map((file) => `${file} was planned, and is not there`),
  ]);
}

function notAsWritten(origin: PlanOrigin, files: readonly string[]): UnusablePlanError {
  const what =
    "the request files are not as synth wrote them: a formatter, or a change of line endings, has changed them";
  const next = `run ${cdkCommand("synth")}, which writes them again, and review again; keep formatters and git away from cdktf.out`;
  return new UnusablePlanError(origin, what, next, files.slice(0, MOST_NAMED));
}

/** The digests of the requests that the commands of a plan name, by their files. */
function plannedRequests(resources: readonly ConfiguredResource[]): ReadonlyMap<string, string> {
  const named = resources
    .flatMap(({ provisioners }) => provisioners.map((each) => at(each, "expressions", "command", "constant_value")))
    .flatMap((command) => (typeof command === "string" ? (requestNamedIn(command) ?? []) : []));
  return new Map(named.map(({ file, digest }) => [file, digest]));
}

/**
 * Refuses a plan that Terraform would refuse, because it was applied already, or something else was.
 *
 * @param stateText the state as it is now: a state file of Terraform's
 * @throws UnusablePlanError
 */
export function requireUnapplied(origin: PlanOrigin, plan: Plan, stateText: string): void {
  const now = idsInState(parseJson(stateText) as Value | undefined);
  if (now === undefined) return;
  // what a plan calls the prior state has already moved
  const former = new Map(plan.resource_changes.map(({ address, previous_address }) => [address, previous_address]));
  const then = new Map(
    plan.prior_state
      .filter(({ mode, type, deposed_key }) => mode === "managed" && deposed_key === undefined && isTriggerType(type))
      .map(({ address = "", values }) => [former.get(address) ?? address, values.id] as const),
  );
  if (now.size === then.size && [...now].every(([address, id]) => then.get(address) === id)) return;
  throw new UnusablePlanError(
    origin,
    "the plan was applied already, or the state has changed otherwise since it was made",
  );
}

/** The ids of the resources that a state has of the types that represent entities; undefined where it is not a state. */
function idsInState(state: Value | undefined): Map<string, unknown> | undefined {
  if (!isList(at(state, "resources"))) return undefined;
  const found = listAt(state, "resources").filter(
    (each) => at(each, "mode") === "managed" && at(each, "module") === undefined && isTriggerType(at(each, "type")),
  );
  return new Map(
    found.flatMap((each) =>
      listAt(each, "instances")
        .filter((instance) => at(instance, "deposed") === undefined)
        .map((instance) => {
          const index = at(instance, "index_key");
          const place = index === undefined ? "" : `[${JSON.stringify(index)}]`;
          return [`${at(each, "type")}.${at(each, "name")}${place}`, at(instance, "attributes", "id")] as const;
        }),
    ),
  );
}

/**
 * Refuses a plan whose texts are others than synth wrote: a program on its way has changed those beyond ASCII, so that
 * two different texts may look the same. The commands of the plan name these very request files, so nothing else makes
 * their literal texts differ.
 *
 * @throws UnusablePlanError that names the constructs
 */
export function requireUndamaged(origin: PlanOrigin, entities: readonly PlannedEntity[]): void {
  const damaged = entities.flatMap(({ request, kind, record, revision }) => {
    if (request === undefined || request.ignoreChanges === true) return [];
    const planned = [record, revision].flatMap((resource) => triggersOf(resource, "after") ?? []);
    const fields = Object.entries<z.ZodType>(kind.fields.shape).filter(([name, schema]) =>
      planned.some((triggers) => isDamaged(request.fields[name], shownTrigger(triggers, name, schema))),
    );
    return fields.map(([name]) => `${request.construct}: ${name}`);
  });
  if (damaged.length === 0) return;
  throw new UnusablePlanError(
    origin,
    "the plan's texts are not those that synth wrote: a program on its way has changed characters beyond ASCII, as a pipe of Windows PowerShell 5.1 does",
    "give the plan file itself by --plan, or let `terraform show -json` write its JSON as UTF-8",
    damaged.slice(0, MOST_NAMED),
  );
}

/** Whether texts of a value are no longer those that were declared; what is not shown as a literal is not looked at. */
function isDamaged(declared: Value | undefined, planned: Value | undefined): boolean {
  if (typeof declared === "string" && typeof planned === "string") return isOtherText(declared, planned);
  if (isList(declared) && isList(planned)) return declared.some((each, index) => isDamaged(each, planned[index]));
  if (!isFields(declared) || !isFields(planned)) return false;
  const names = Object.keys(planned).map((key) => key.normalize("NFC"));
  return Object.entries(declared).some(([key, value]) => {
    if (!names.includes(key.normalize("NFC"))) return !isAscii(key);
    return isDamaged(value, planned[key] ?? planned[key.normalize("NFC")]);
  });
}

/** Terraform itself puts texts into the normal form NFC. */
function isOtherText(declared: string, planned: string): boolean {
  if (planned.includes(LOST) && !declared.includes(LOST)) return true;
  return !isAscii(declared) && declared.normalize("NFC") !== planned.normalize("NFC");
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

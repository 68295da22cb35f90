import type * as z from "zod";
import { LOST } from "../text/characters";
import type { Value } from "../value/value";
import { isFields, isList } from "../value/value";
import { MOST_NAMED, type PlanOrigin, UnusablePlanError } from "./plan";
import type { PlannedEntity } from "./planned-entity";
import { plannedTriggers, shownTrigger } from "./triggers";

/**
 * Refuses a plan whose texts are others than synth wrote: a program on its way has changed those beyond ASCII, so that
 * two different texts may look the same. The commands of the plan name these very request files, so nothing else makes
 * their literal texts differ.
 *
 * @throws UnusablePlanError that names the constructs
 */
export function requireUndamaged(origin: PlanOrigin, entities: readonly PlannedEntity[]): void {
  const damaged = entities.flatMap(({ request, type, kind, record, revision }) => {
    if (request === undefined || request.ignoreChanges === true) return [];
    const planned = [record, revision].map((resource) => plannedTriggers(type, resource, "after"));
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

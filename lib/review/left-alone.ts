import { few, inWords } from "../api/describe";
import { labelOf } from "../api/resource";
import { nameOf } from "../protocol/request-file";
import { differencesOf } from "./differences";
import { fieldsBefore, requestValues } from "./entity-fields";
import { doingsOf, isMade } from "./planned-action";
import type { PlannedEntity } from "./planned-entity";
import { isDigest } from "./trigger-value";
import { get, hasWithheld } from "./value";

/** Which entities the code leaves alone, and what it declares of them that no deploy sends. */
export function leftAloneRemarks(entities: readonly PlannedEntity[]): string[] {
  const leftAlone = entities.filter(({ request }) => request?.ignoreChanges === true);
  if (leftAlone.length === 0) return [];
  const unsent = leftAlone.flatMap((entity) => {
    const names = unsentFields(entity);
    return names.length === 0 ? [] : [`${inWords(names)} of ${titleOfEntity(entity)}`];
  });
  const since = unsent.length === 0 ? "" : `; declared otherwise since, and not sent: ${few(unsent)}`;
  return [`left alone once created (ignoreChanges): ${few(leftAlone.map(titleOfEntity))}${since}`];
}

/** The declared fields that differ from those that the state has. Of a secret and a long text, nothing tells. */
function unsentFields(entity: PlannedEntity): string[] {
  const { request } = entity;
  if (request === undefined || Object.values(doingsOf(entity)).some(isMade)) return [];
  const [before, declared] = [fieldsBefore(entity), requestValues(request)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(declared)])].filter((name) =>
    [get(before, name), get(declared, name)].every((value) => !isDigest(value) && !hasWithheld(value ?? null)),
  );
  return names.filter((name) => differencesOf(before, declared, [name]).length > 0);
}

function titleOfEntity({ request, resource }: PlannedEntity): string {
  return `${labelOf(resource.kind)} ${(request && nameOf(request)) ?? `(${request?.construct})`}`;
}

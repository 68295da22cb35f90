import type { PlannedChange } from "../plan/planned-change";
import { nameOf, type Request } from "../protocol/request-file";
import { labelOf } from "../text/title";
import { inBrief } from "../text/words";

/** "experiment one_page_checkout": a change as a sentence has it. */
export function changeSubject({ entity, name }: Pick<PlannedChange, "entity" | "name">): string {
  const { request, kind } = entity;
  return `${labelOf(kind.name)} ${name ?? `(${request?.construct ?? "known to Terraform only"})`}`;
}

/** The same of an entity that is declared. */
export function requestSubject(request: Request): string {
  return `${labelOf(request.kind)} ${nameOf(request) ?? `(${request.construct})`}`;
}

/** One note on all of these, or none. */
export function noteOn(subjects: readonly string[], textOf: (them: string) => string): string[] {
  return subjects.length === 0 ? [] : [textOf(inBrief(subjects))];
}

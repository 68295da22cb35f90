import { labelOf } from "../../api/resource";
import type { Requester } from "../files/request-files";
import { adoptionWarnings } from "../props/adopt-check";
import type { Declaration, Special } from "../props/declare";
import type { StackRegistry } from "../stack-registry";
import { strictProblems } from "./strict";
import type { Strict } from "./warning-names";
import { createOnly, enterpriseOnly, type Warning, warn } from "./warnings";

/**
 * Shows what is likely a mistake in a declaration, and what an earlier deploy left of it.
 *
 * @param strict finds what the service asks for, which may be declared later
 */
export function warnOf(
  construct: Requester,
  { entity, given, settings }: Declaration,
  special: Special,
  registry: StackRegistry,
  strict: () => Strict | undefined,
): void {
  const { resource, fields, adopt, acknowledged, form, missing, identity } = entity;
  const isRecord = form === "record";
  const open = (warnings: readonly Warning[]) => warnings.filter(({ name }) => !acknowledged.includes(name));
  const own = open([
    ...(special.warnings?.(fields, given, adopt) ?? []),
    ...(adopt && isRecord ? adoptionWarnings(resource) : []),
    ...(entity.ignoreChanges ? [] : createOnly(resource.kind, missing)),
  ]);
  const ofStack = open(enterpriseOnly(resource.fields, fields));
  warn(construct, own);
  registry.warnOnce(construct, ofStack);
  const title = typeof identity.title === "string" ? ` ${JSON.stringify(identity.title)}` : "";
  registry.cutOffCalls.warn(construct, `${labelOf(resource.kind)}${title}`);
  construct.node.addValidation({
    validate: () => strictProblems([...own, ...ofStack], [settings.strict, strict()]),
  });
}

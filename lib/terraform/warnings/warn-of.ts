import { labelOf } from "../../api/resource";
import { adoptionWarnings } from "../declare/adopt-check";
import type { Declaration, Special } from "../declare/declare";
import type { Requester } from "../requester";
import type { StackRegistry } from "../stack-registry";
import { strictProblems } from "./strict";
import { createOnlyWarnings, enterpriseWarnings, type ShownWarning, type Warning, warn } from "./warnings";

/** The warnings of a construct. */
export interface ShownWarnings {
  /** Shows more of them, but for those that the construct acknowledges. */
  show(warnings: readonly Warning[]): void;
}

/**
 * Shows what is likely a mistake in a declaration, and what an earlier deploy left of it.
 */
export function warnOf(
  requester: Requester,
  { entity, given, settings }: Declaration,
  special: Special,
  registry: StackRegistry,
): ShownWarnings {
  const { resource, fields, adopt, acknowledged, form, missing, identity } = entity;
  const { construct } = requester;
  const own: Warning[] = [];
  const shown: ShownWarning[] = [];
  const isOpen = ({ name }: Warning) =>
    !acknowledged.includes(name) && requester.service?.acknowledged.includes(name) !== true;
  const open = (warnings: readonly Warning[]) => {
    for (const { name } of warnings) requester.warned.add(name);
    own.push(...warnings);
    return warnings.filter(isOpen);
  };
  const show = (warnings: readonly Warning[]) => void shown.push(...warn(construct, open(warnings)));
  show([
    ...(special.warnings?.(fields, given, adopt) ?? []),
    ...(adopt && form === "record" ? adoptionWarnings(resource) : []),
    ...(entity.ignoreChanges ? [] : createOnlyWarnings(resource.kind, missing)),
  ]);
  shown.push(...registry.warnOnce(construct, open(enterpriseWarnings(resource.fields, fields))));
  registry.services.whenAdded(() => {
    for (const warning of shown) if (!isOpen(warning)) warning.withdraw();
  });
  const title = typeof identity.title === "string" ? ` ${JSON.stringify(identity.title)}` : "";
  registry.cutOffCalls.warn(requester, `${labelOf(resource.kind)}${title}`);
  construct.node.addValidation({
    validate: () => strictProblems(own.filter(isOpen), [settings.strict, requester.service?.strict]),
  });
  return { show };
}

import { labelOf } from "../../api/resource";
import { adoptionWarnings } from "../declare/adopt-check";
import type { Declaration, Special } from "../declare/declare";
import type { Requester } from "../requester";
import type { StackRegistry } from "../stack-registry";
import { strictProblems } from "./strict";
import { createOnlyWarnings, enterpriseWarnings, type Warning, warn } from "./warnings";

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
  const shown: Warning[] = [];
  const open = (warnings: readonly Warning[]) => {
    const those = warnings.filter(({ name }) => !acknowledged.includes(name));
    shown.push(...those);
    return those;
  };
  const show = (warnings: readonly Warning[]) => warn(construct, open(warnings));
  show([
    ...(special.warnings?.(fields, given, adopt) ?? []),
    ...(adopt && form === "record" ? adoptionWarnings(resource) : []),
    ...(entity.ignoreChanges ? [] : createOnlyWarnings(resource.kind, missing)),
  ]);
  registry.warnOnce(construct, open(enterpriseWarnings(resource.fields, fields)));
  const title = typeof identity.title === "string" ? ` ${JSON.stringify(identity.title)}` : "";
  registry.cutOffCalls.warn(requester, `${labelOf(resource.kind)}${title}`);
  construct.node.addValidation({ validate: () => strictProblems(shown, [settings.strict, requester.service?.strict]) });
  return { show };
}

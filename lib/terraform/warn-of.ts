import { generalChecks, stackChecks, warningsOf } from "../declare/entity-warnings";
import { kindRulesOf } from "../declare/kind-rules";
import type { Declaration } from "./declare/declare";
import type { Requester } from "./requester";
import type { StackRegistry } from "./stack-registry";

/** Shows what is likely a mistake in a declaration, and what an earlier deploy left of it. */
export function warnOf(requester: Requester, { entity, given }: Declaration, registry: StackRegistry): void {
  const { checks } = kindRulesOf(entity.resource);
  requester.warnings.show(warningsOf({ ...checks, ...generalChecks }, entity, given));
  requester.warnings.show(warningsOf(stackChecks, entity, given), ({ name }) => registry.isFirst(name));
  registry.cutOffCalls.warn(requester);
}

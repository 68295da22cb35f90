import type { Declaration, Special } from "./declare/declare";
import type { Requester } from "./requester";
import type { StackRegistry } from "./stack-registry";
import { generalChecks, stackChecks, warningsOf } from "./warnings/warnings";

/** Shows what is likely a mistake in a declaration, and what an earlier deploy left of it. */
export function warnOf(
  requester: Requester,
  { entity, given }: Declaration,
  { checks }: Special,
  registry: StackRegistry,
): void {
  requester.warnings.show(warningsOf({ ...checks, ...generalChecks }, entity, given));
  requester.warnings.show(warningsOf(stackChecks, entity, given), ({ name }) => registry.isFirst(name));
  registry.cutOffCalls.warn(requester);
}

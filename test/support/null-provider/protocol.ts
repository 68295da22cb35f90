import type { Call } from "./grpc";
import { apply, plan } from "./null-resource";
import { type NullResource, readResource, readStoredResource, writeResource } from "./values";
import { type Fields, readMessage, writeMessage } from "./wire";

/**
 * Terraform's plugin protocol 5 for a provider whose one resource is `null_resource`. The numbers are those of the
 * protocol's definition: https://github.com/hashicorp/terraform/tree/main/docs/plugin-protocol
 */
export const providerCalls: ReadonlyMap<string, Call> = new Map<string, Call>([
  ["GetSchema", getSchema],
  ["PrepareProviderConfig", (request) => writeMessage([1, field(request, 1)])],
  ["Configure", nothing],
  ["ValidateResourceTypeConfig", nothing],
  ["UpgradeResourceState", upgradeResourceState],
  ["ReadResource", readResourceAgain],
  ["PlanResourceChange", planResourceChange],
  ["ApplyResourceChange", applyResourceChange],
  ["Stop", nothing],
]);

/** An empty response: nothing to say, no diagnostics. */
export function nothing(): Buffer {
  return writeMessage();
}

function getSchema(): Buffer {
  const attribute = (name: string, type: string, flag: "optional" | "computed") =>
    writeMessage([1, name], [2, type], [flag === "optional" ? 5 : 6, true]);
  const schema = (...attributes: Buffer[]) =>
    writeMessage([2, writeMessage(...attributes.map((bytes) => [2, bytes] as const))]);

  const nullResource = schema(
    attribute("id", '"string"', "computed"),
    attribute("triggers", '["map","string"]', "optional"),
  );
  const planDestroy = [1, true] as const;
  const schemaMayBeCached = [2, true] as const;
  return writeMessage(
    [1, schema()],
    [2, writeMessage([1, "null_resource"], [2, nullResource])],
    [6, writeMessage(planDestroy, schemaMayBeCached)],
  );
}

function upgradeResourceState(request: Buffer): Buffer {
  const rawState = readMessage(field(request, 3));
  const json = required(rawState, 1);
  return writeMessage([1, dynamicValue(readStoredResource(json))]);
}

function readResourceAgain(request: Buffer): Buffer {
  const currentState = field(request, 2);
  return writeMessage([1, currentState]);
}

function planResourceChange(request: Buffer): Buffer {
  const fields = readMessage(request);
  const { planned, replaces } = plan({
    prior: resource(fields, 2),
    proposed: resource(fields, 3),
    configuration: resource(fields, 4),
  });
  const plannedState = [1, dynamicValue(planned)] as const;
  if (!replaces) return writeMessage(plannedState);
  const triggersPath = writeMessage([1, writeMessage([1, "triggers"])]);
  return writeMessage(plannedState, [2, triggersPath]);
}

function applyResourceChange(request: Buffer): Buffer {
  const planned = resource(readMessage(request), 3);
  return writeMessage([1, dynamicValue(apply(planned))]);
}

function resource(fields: Fields, number: number): NullResource | null {
  return readResource(required(readMessage(required(fields, number)), 1));
}

function dynamicValue(value: NullResource | null): Buffer {
  return writeMessage([1, writeResource(value)]);
}

function field(request: Buffer, number: number): Buffer {
  return required(readMessage(request), number);
}

function required(fields: Fields, number: number): Buffer {
  const bytes = fields.get(number);
  if (!bytes) throw new Error(`field ${number} is missing from the request`);
  return bytes;
}

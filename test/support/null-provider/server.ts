import { randomInt } from "node:crypto";
import type { AddressInfo } from "node:net";
import { decode, ExtData, encode } from "@msgpack/msgpack";
import { type Call, createGrpcServer, type Message, readMessage, writeMessage } from "./grpc";

/**
 * Starts a stand-in for the Terraform provider hashicorp/null, for tests and demos where no provider registry can be
 * reached. It is not that provider: it knows `null_resource` and nothing else, and treats it as version 3.2.4 does.
 *
 * Terraform connects to it as to a provider under a debugger: it neither installs nor starts nor stops anything, which
 * saves three process starts in every command. The stand-in never keeps its process alive.
 *
 * @param providerAddress without a host, it answers for the default registry of Terraform and of OpenTofu alike
 * @returns what to set for Terraform so that it uses the stand-in instead of installing and starting a provider
 */
export async function startStandIn(providerAddress: string): Promise<Readonly<Record<string, string>>> {
  const server = createGrpcServer(calls);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  const reattach = {
    Protocol: "grpc",
    ProtocolVersion: 5,
    Pid: process.pid,
    // Terraform kills the process of a provider that is not under test when it is done with it.
    Test: true,
    Addr: { Network: "tcp", String: `127.0.0.1:${port}` },
  };
  return { TF_REATTACH_PROVIDERS: JSON.stringify({ [providerAddress]: reattach }) };
}

/** An empty response: nothing to say, no diagnostics. */
const nothing: Call = () => writeMessage();

/**
 * Terraform's plugin protocol 5 for a provider whose one resource is `null_resource`. The numbers are those of the
 * protocol's definition: https://github.com/hashicorp/terraform/tree/main/docs/plugin-protocol
 */
const calls: ReadonlyMap<string, Call> = new Map([
  ["/plugin.GRPCController/Shutdown", nothing],
  ["/tfplugin5.Provider/GetSchema", getSchema],
  ["/tfplugin5.Provider/PrepareProviderConfig", (request) => writeMessage([1, field(request, 1)])],
  ["/tfplugin5.Provider/Configure", nothing],
  ["/tfplugin5.Provider/ValidateResourceTypeConfig", nothing],
  ["/tfplugin5.Provider/UpgradeResourceState", upgradeResourceState],
  ["/tfplugin5.Provider/ReadResource", (request) => writeMessage([1, field(request, 2)])],
  ["/tfplugin5.Provider/PlanResourceChange", planResourceChange],
  ["/tfplugin5.Provider/ApplyResourceChange", applyResourceChange],
  ["/tfplugin5.Provider/Stop", nothing],
]);

function getSchema(): Buffer {
  const [optional, computed] = [5, 6];
  const attribute = (name: string, type: string, flag: number) => writeMessage([1, name], [2, type], [flag, true]);
  const schema = (...attributes: Buffer[]) =>
    writeMessage([2, writeMessage(...attributes.map((bytes) => [2, bytes] as const))]);
  const nullResource = schema(
    attribute("id", '"string"', computed),
    attribute("triggers", '["map","string"]', optional),
  );
  const [planDestroy, schemaMayBeCached] = [1, 2];
  return writeMessage(
    [1, schema()],
    [2, writeMessage([1, "null_resource"], [2, nullResource])],
    [6, writeMessage([planDestroy, true], [schemaMayBeCached, true])],
  );
}

/** The attributes of a null_resource, each a text, null or `UNKNOWN`. */
interface NullResource {
  readonly id: unknown;
  readonly triggers: unknown;
}

/** A value that is known only after apply. */
const UNKNOWN = new ExtData(0, Uint8Array.of(0));

/** Reads the JSON of a state file. Attributes of other provider versions are dropped. */
function upgradeResourceState(request: Message): Buffer {
  const json = field(readMessage(field(request, 3)), 1);
  const { id, triggers } = JSON.parse(json.toString()) as NullResource;
  return writeMessage([1, dynamicValue({ id, triggers })]);
}

/** `id` is kept while the resource lives, `triggers` are what is configured. */
function planResourceChange(request: Message): Buffer {
  const [prior, proposed, configured] = [2, 3, 4].map((number) => resource(request, number));
  const planned = proposed && { id: prior?.id ?? UNKNOWN, triggers: proposed.triggers };
  const isReplaced = prior && configured && differ(entries(prior.triggers), entries(configured.triggers));
  const plannedState = [1, dynamicValue(planned ?? null)] as const;
  if (!isReplaced) return writeMessage(plannedState);
  const triggersPath = writeMessage([1, writeMessage([1, "triggers"])]);
  return writeMessage(plannedState, [2, triggersPath]);
}

function applyResourceChange(request: Message): Buffer {
  const planned = resource(request, 3);
  const id = typeof planned?.id === "string" ? planned.id : `${randomInt(2 ** 47)}`;
  return writeMessage([1, dynamicValue(planned && { ...planned, id })]);
}

/**
 * Any difference replaces, with the real provider's two exceptions: keys that are new and null do not count, and a map
 * that is unknown as a whole counts as a map without keys.
 */
function differ(prior: ReadonlyMap<string, unknown>, configured: ReadonlyMap<string, unknown>): boolean {
  const isChanged = [...configured].some(([key, value]) => value !== (prior.get(key) ?? null));
  return isChanged || [...prior.keys()].some((key) => !configured.has(key));
}

function entries(triggers: unknown): ReadonlyMap<string, unknown> {
  return new Map(triggers === UNKNOWN ? [] : Object.entries(triggers ?? {}));
}

/** The resource in a field of a request; null is one that does not exist. */
function resource(request: Message, number: number): NullResource | null {
  const value = decode(field(readMessage(field(request, number)), 1));
  return known(value) as NullResource | null;
}

/** Every extension type is an unknown value. What it may add (a known prefix, say) is dropped, as the real provider does. */
function known(value: unknown): unknown {
  if (value instanceof ExtData) return UNKNOWN;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, known(inner)]));
}

function dynamicValue(value: NullResource | null): Buffer {
  return writeMessage([1, encode(value)]);
}

function field(message: Message, number: number): Buffer {
  const bytes = message.get(number);
  if (!bytes) throw new Error(`field ${number} is missing from the request`);
  return bytes;
}

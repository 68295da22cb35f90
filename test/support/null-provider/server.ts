import type { AddressInfo } from "node:net";
import { type Call, createGrpcServer } from "./grpc";
import { nothing, providerCalls } from "./protocol";

const PLUGIN_PROTOCOL = 5;

/** A running stand-in for the Terraform provider hashicorp/null. */
export interface StandIn {
  /** What to set for Terraform so that it uses the stand-in instead of installing and starting a provider. */
  readonly environment: Readonly<Record<string, string>>;
  close(): void;
}

/**
 * Starts a stand-in for the Terraform provider hashicorp/null, for tests and demos where no provider registry can be
 * reached. It is not that provider: it knows `null_resource` and nothing else, and treats it as version 3.2.4 does.
 *
 * Terraform connects to it as to a provider under a debugger: it neither installs nor starts nor stops anything, which
 * saves three process starts in every command. The stand-in never keeps its process alive.
 *
 * @param providerAddress without a host, it answers for the default registry of Terraform and of OpenTofu alike
 */
export async function startStandIn(providerAddress: string): Promise<StandIn> {
  const calls = new Map<string, Call>([["/plugin.GRPCController/Shutdown", nothing]]);
  for (const [name, call] of providerCalls) calls.set(`/tfplugin5.Provider/${name}`, call);

  const server = createGrpcServer(calls);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;

  const reattach = {
    Protocol: "grpc",
    ProtocolVersion: PLUGIN_PROTOCOL,
    Pid: process.pid,
    // Terraform kills the process of a provider that is not under test when it is done with it.
    Test: true,
    Addr: { Network: "tcp", String: `127.0.0.1:${port}` },
  };
  return {
    environment: { TF_REATTACH_PROVIDERS: JSON.stringify({ [providerAddress]: reattach }) },
    close: () => server.close(),
  };
}

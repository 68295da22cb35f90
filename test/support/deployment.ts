import { ExperimentationService } from "../../lib";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../lib/emulator";
import type { Ended } from "./process";
import { aService, type Build, makesService, resourceType } from "./samples";
import { type PlanResult, Workspace } from "./workspace";

export interface Call {
  /** Method and raw path. */
  readonly operation: string;
  readonly body: unknown;
}

/** How an apply ended, and the calls that it made. */
export interface Applied {
  readonly exitCode: number | null;
  /** Without the frames and line breaks that Terraform adds. */
  readonly output: string;
  readonly calls: readonly Call[];
}

export interface DeploymentOptions {
  readonly emulator?: EmulatorOptions;
  /** Variables for Terraform and the applier; the service's address and key when left out. */
  readonly environment?: (emulator: Emulator) => Readonly<Record<string, string>>;
}

/** A stack with the type of resource of this test run, and with a service that sets it where the build has none. */
function onResourceType(build: Build): Build {
  if (resourceType === "null_resource") return build;
  const isWhole = makesService(build);
  return (stack) => {
    if (!isWhole) aService()(stack);
    build(stack);
    const services = stack.node.findAll().filter((construct) => construct instanceof ExperimentationService);
    if (services.some((service) => service.resourceType !== resourceType) || (!isWhole && services.length > 1)) {
      throw new Error("a service of a test's own has to be made with { resourceType }, and marked by makingService");
    }
  };
}

/** Runs a test on an empty workspace and an empty service, and ends both. */
export async function deployment<T = void>(
  test: (deployment: Deployment) => Promise<T>,
  options: DeploymentOptions = {},
): Promise<T> {
  const emulator = await startEmulator(options.emulator);
  const environment = options.environment?.(emulator) ?? accessTo(emulator);
  const started = new Deployment(emulator, await Workspace.create({ environment }));
  try {
    return await test(started);
  } finally {
    await started.close();
    await emulator.close();
  }
}

/** The variables by which a stack without an `ExperimentationService` finds its service. */
export function accessTo({ baseUrl, key }: Pick<Emulator, "baseUrl" | "key">): Readonly<Record<string, string>> {
  return { SERVICE_BASE_URL: baseUrl, SERVICE_API_KEY: key };
}

export class Deployment {
  private readonly others: Deployment[] = [];

  constructor(
    readonly emulator: Emulator,
    readonly workspace: Workspace,
  ) {}

  get calls(): readonly Call[] {
    return this.emulator.calls.map(({ method, path, body }) => ({ operation: `${method} ${path}`, body }));
  }

  synth(build: Build): void {
    this.workspace.synth(onResourceType(build));
  }

  /** Synthesises and applies; throws unless it ends as expected. */
  deploy(build: Build, options: Parameters<Workspace["deploy"]>[1] = {}): Promise<Applied> {
    return this.applied(() => this.workspace.deploy(onResourceType(build), options));
  }

  plan(build: Build, options: Parameters<Workspace["plan"]>[0] = {}): Promise<PlanResult> {
    this.synth(build);
    return this.workspace.plan(options);
  }

  applyPlanned(): Promise<Applied> {
    return this.applied(() => this.workspace.apply({ saved: true }));
  }

  callByHand({ operation, body }: Call): Promise<void> {
    return callByHand(this.emulator, operation, body);
  }

  /** The same service and the same state, but another directory, with nothing in it. */
  async onAnotherRunner(): Promise<Deployment> {
    const other = new Deployment(this.emulator, await this.workspace.anotherRunner());
    this.others.push(other);
    return other;
  }

  async close(): Promise<void> {
    for (const { workspace } of [this, ...this.others]) await workspace.close();
  }

  private async applied(run: () => Promise<Ended>): Promise<Applied> {
    const before = this.calls.length;
    const { exitCode, output } = await run();
    return { exitCode, output: unwrapped(output), calls: this.calls.slice(before) };
  }
}

/** Makes a call, as somebody would by hand; it has to succeed. */
export async function callByHand(
  { baseUrl, key }: Pick<Emulator, "baseUrl" | "key">,
  operation: string,
  body: unknown,
): Promise<void> {
  const [method = "", path = ""] = operation.split(" ");
  const headers = { "content-type": "application/json", "service-api-key": key };
  const { status } = await fetch(`${baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
  if (status >= 300) throw new Error(`${operation} returned ${status}`);
}

/** Methods and paths of calls, sorted, where their order is Terraform's choice. */
export function operations(calls: readonly Call[]): string[] {
  return calls.map(({ operation }) => operation).sort();
}

/** Calls in an order that does not depend on Terraform's. */
export function sorted(calls: readonly Call[]): Call[] {
  return calls.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
}

function textOf({ operation, body }: Call): string {
  return `${operation} ${JSON.stringify(Object.entries(body ?? {}).sort())}`;
}

/** What Terraform said, on one line and without the frame around its errors. */
export function unwrapped(output: string): string {
  return output.replace(/[│\s]+/g, " ");
}

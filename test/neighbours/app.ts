import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, LocalBackend, Manifest, TerraformBackend, TerraformStack } from "cdktf";
import { type Emulator, startEmulator } from "../../lib/emulator";
import { terraform } from "../support/terraform";

/** An app of several stacks in a directory of its own, which real Terraform deploys. */
export class DeployedApp {
  constructor(
    readonly directory: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  synth(build: (app: App) => void): void {
    const app = new App({ outdir: join(this.directory, "cdktf.out") });
    build(app);
    for (const stack of app.node.children.filter(TerraformStack.isStack)) this.keepState(stack);
    app.synth();
  }

  /** Applies one stack, and returns what Terraform said; throws when it fails. */
  async apply(stack: string): Promise<string> {
    await terraform(this.folderOf(stack), ["init"], this.environment);
    return terraform(this.folderOf(stack), ["apply", "-auto-approve"], this.environment);
  }

  /** Throws unless Terraform finds nothing to do. */
  async expectNoChange(stack: string): Promise<void> {
    await terraform(this.folderOf(stack), ["plan", "-detailed-exitcode"], this.environment);
  }

  /** Without a backend of its own, a stack would have its state where the tests run. */
  private keepState(stack: TerraformStack): void {
    if (stack.node.findAll().some(TerraformBackend.isBackend)) return;
    new LocalBackend(stack, { path: join(this.directory, `${stack.node.id}.tfstate`) });
  }

  private folderOf(stack: string): string {
    return join(this.directory, "cdktf.out", Manifest.stacksFolder, stack);
  }
}

export async function deployedApp(
  environment: Readonly<Record<string, string>>,
  test: (app: DeployedApp) => Promise<void>,
): Promise<void> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "app-")));
  try {
    await test(new DeployedApp(directory, environment));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export async function services(count: number, test: (...services: Emulator[]) => Promise<void>): Promise<void> {
  const started = await Promise.all(
    Array.from({ length: count }, (_, index) => startEmulator({ key: `key-of-${index}` })),
  );
  try {
    await test(...started);
  } finally {
    await Promise.all(started.map((service) => service.close()));
  }
}

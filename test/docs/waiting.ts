import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmulator } from "../../lib/emulator";
import { startApplier } from "../applier/applier";
import { Workspace } from "../support/workspace";
import { anonymous, experiment } from "./example-runs";

/** What the applier says first when nothing listens at the address. */
export async function waitingForNobody(): Promise<string> {
  const emulator = await startEmulator();
  const { address, key } = emulator;
  await emulator.close();
  const workspace = await Workspace.create();
  try {
    workspace.synth(experiment());
    const command = await commandOf(workspace);
    const { process: applier, ended } = startApplier(command, { SERVICE_BASE_URL: address, SERVICE_API_KEY: key });
    const line = await new Promise<string>((resolve, reject) => {
      applier.stdout?.on("data", (text: string) => text.includes("waiting") && resolve(text.trim()));
      ended.then(({ stderr }) => reject(new Error(stderr)), reject);
    });
    applier.kill("SIGKILL");
    return anonymous(line, address);
  } finally {
    await workspace.close();
  }
}

async function commandOf({ stackDirectory }: Workspace): Promise<string> {
  const { resource } = JSON.parse(await readFile(join(stackDirectory, "cdk.tf.json"), "utf8")) as SynthesisedStack;
  const { command } = resource.null_resource.experiment_one_page_checkout.provisioner[0]["local-exec"];
  return command.replace("requests/", `${stackDirectory}/requests/`);
}

interface SynthesisedStack {
  readonly resource: {
    readonly null_resource: {
      readonly experiment_one_page_checkout: {
        readonly provisioner: readonly [{ readonly "local-exec": { readonly command: string } }];
      };
    };
  };
}

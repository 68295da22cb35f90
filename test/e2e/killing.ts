import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Deployment } from "../support/deployment";
import type { Ended } from "../support/process";

/** Whom to kill, and how. `all` is what a terminal does. */
export type Order = `${"applier" | "terraform" | "all"} ${"SIGKILL" | "SIGINT" | "SIGTERM"}`;

/** How many resources the deploys that are killed work at, unless they say so. */
export const PARALLELISM = 3;

/** Lets a deploy take over what a killed one may have created. */
export const ADOPT = { environment: { SERVICE_ADOPT_EXISTING: "true" } };

/** Applies, and has the order carried out when it is time. */
export async function applyUntil(
  { workspace }: Deployment,
  order: Order,
  isTime: () => boolean,
  parallelism = PARALLELISM,
): Promise<Ended> {
  const file = join(workspace.directory, "kill-order");
  const applied = workspace.apply({
    options: [`-parallelism=${parallelism}`],
    environment: { NODE_OPTIONS: `--require "${join(__dirname, "kill-order.cjs")}"`, KILL_ORDER: file },
  });
  let hasEnded = false;
  applied.finally(() => {
    hasEnded = true;
  });
  while (!isTime() && !hasEnded) await pause(10);
  await writeFile(`${file}.new`, order);
  await rename(`${file}.new`, file);
  return applied;
}

/** The warnings of the last synth about calls that were cut off. */
export function cutOffWarnings({ workspace }: Deployment): readonly string[] {
  const text = readFileSync(`${workspace.directory}/cdktf.out/manifest.json`, "utf8");
  const { stacks } = JSON.parse(text) as { stacks: Record<string, { annotations: { message: string }[] }> };
  return Object.values(stacks)
    .flatMap(({ annotations }) => annotations.map(({ message }) => message))
    .filter((message) => message.includes("cut off"));
}

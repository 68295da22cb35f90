import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TerraformStack } from "cdktf";
import { Include } from "../../lib";

import { run } from "../support/process";
import { CLI, inWorkspace, node } from "./example-runs";
import { recipe } from "./pages";

/** What is said of the definition in the pages: mistakes in it, and what an application gets of it. */
export function fileOutputs(): Promise<Readonly<Record<string, string>>> {
  return inWorkspace(async ({ workspace, synthesise }) => {
    const { directory } = workspace;
    const text = recipe("one_page.yaml");
    const write = (definition: string) => writeFile(join(directory, "experiments/one_page.yaml"), definition);
    const include = (stack: TerraformStack) => {
      new Include(stack, "experiments", { path: join(directory, "experiments") });
    };
    await mkdir(join(directory, "experiments"));

    await write(text);
    synthesise(include);
    const { stdout: types } = await node([CLI, "types"], directory);
    const { stdout: typesJson } = await node([CLI, "types", "--format", "json"], directory);
    const wrong = [
      ["allocation: 10", "allocation: 110"],
      ["size: 50, parameterValues: { steps: 1 }", "size: fifty, parameterValues: { steps: 1 }"],
      ["hypothesis:", "hypotesis:"],
    ];
    await write(wrong.reduce((former, [good = "", bad = ""]) => former.replace(good, bad), text));
    const { output: check } = await run(process.execPath, [CLI, "check"], { directory, environment: process.env });
    return { check, types, "types-json": typesJson };
  });
}

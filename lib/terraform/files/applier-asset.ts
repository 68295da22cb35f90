import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { AssetType, TerraformAsset } from "cdktf";
import type { Construct } from "constructs";
import { UsageError } from "../synth-errors";

/** The bundled applier, beside the compiled package. */
const BUNDLE = join(__dirname, "..", "..", "..", "dist", "applier", "bundle");

/** The file of the bundle that runs. */
const PROGRAM = "applier.js";

/**
 * Takes the applier into the stack's folder, so that a deploy needs nothing but that folder and Node.
 *
 * @returns path of the program, from the stack's folder
 * @throws UsageError when the applier has not been built
 */
export function applierAsset(scope: Construct): string {
  if (!existsSync(join(BUNDLE, PROGRAM))) {
    throw new UsageError(
      "the applier has not been built yet; run `npm run build` in the folder of cdktf-experimentation",
    );
  }
  const { path } = new TerraformAsset(scope, "applier", { path: BUNDLE, type: AssetType.DIRECTORY });
  return posix.join(path, PROGRAM);
}

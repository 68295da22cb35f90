import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { AssetType, TerraformAsset } from "cdktf";
import type { Construct } from "constructs";
import { APPLIER_BUNDLE } from "../../protocol/applier-bundle";
import { UsageError } from "../synth-errors";

/** The bundle's entry point. */
const PROGRAM = "applier.js";

/**
 * Copies the applier into the stack's folder, so that a deploy needs only that folder and Node.
 *
 * @returns the program's path, relative to the stack's folder
 * @throws UsageError when the applier has not been built
 */
export function applierAsset(scope: Construct): string {
  if (!existsSync(join(APPLIER_BUNDLE, PROGRAM))) {
    throw new UsageError(
      "the applier has not been built yet; run `npm run build` in the folder of cdktf-experimentation",
    );
  }
  const { path } = new TerraformAsset(scope, "applier", { path: APPLIER_BUNDLE, type: AssetType.DIRECTORY });
  return posix.join(path, PROGRAM);
}

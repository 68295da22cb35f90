import { existsSync } from "node:fs";
import { join } from "node:path";
import { AssetType, TerraformAsset } from "cdktf";
import type { Construct } from "constructs";
import { UsageError } from "./errors";

/** The bundled applier, beside the compiled package. */
const BUNDLE = join(__dirname, "..", "..", "dist", "applier", "applier.js");

/**
 * Takes the applier into the stack's folder, so that a deploy needs nothing but that folder and Node.
 *
 * @throws UsageError when the applier has not been built
 */
export function applierAsset(scope: Construct): TerraformAsset {
  if (!existsSync(BUNDLE)) {
    throw new UsageError(
      "the applier has not been built yet; run `npm run build` in the folder of cdktf-experimentation",
    );
  }
  return new TerraformAsset(scope, "applier", { path: BUNDLE, type: AssetType.FILE });
}

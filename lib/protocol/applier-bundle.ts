import { join } from "node:path";

/** Folder of the applier as the build leaves it, which a stack takes whole. */
export const APPLIER_BUNDLE = join(__dirname, "..", "..", "dist", "applier", "bundle");

/** The oldest Node that the package runs on, as `engines` of its package.json says. */
export const OLDEST_NODE = "20.12";

/**
 * Says that the present Node is too old, and what to do; undefined where it is not. Node 12 reads this file, and those that ask
 * before they load others: no `?.` and no `??`.
 *
 * @param where the PATH that a newer one has to be on
 */
export function oldNodeText(
  where: string,
  version = process.versions.node,
  path = process.execPath,
): string | undefined {
  if (isSince(OLDEST_NODE, version)) return undefined;
  return `Node ${version} (${path}) is too old: cdktf-experimentation needs ${OLDEST_NODE} or newer; nothing was sent\n  next: install a newer node, or put it first on PATH ${where}`;
}

function isSince(oldest: string, version: string): boolean {
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split(".").map(Number);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

import { sha256 } from "./sha256";

/** Longest resource name without a hash, in characters. A longer one is cut, and a hash makes it unique. */
const LONGEST_NAME = 100;

/** Suffixes of the resources that accompany a record. */
export const suffixes = { identity: "_identity", revision: "_revision", dryRun: "_dry_run" } as const;

/** What the name of the resource begins with that keeps the service of an entity with one call; the record's name follows. */
export const serviceResourcePrefix = "experimentation_service_of_";

/**
 * The Terraform name of an entity's resource: its kind and its identity. Different identities have different names.
 * Where a name cannot hold all characters of the identity, a hash makes it unique.
 *
 * @param kind of the entity, in snake case
 * @param identity the values that identify the entity
 */
export function resourceNameOf(kind: string, identity: readonly string[]): string {
  const readable = identity.map((part) => part.replace(/[^A-Za-z0-9_-]/g, "_")).join("__");
  const cut = `${kind}_${readable}`.slice(0, LONGEST_NAME);
  return isUnambiguous(identity) && cut.length === kind.length + 1 + readable.length
    ? cut
    : `${cut}_${hash([kind, ...identity])}`;
}

/** The Terraform name for an entity whose identity only Terraform knows. It comes from the path of the construct. */
export function resourceNameOfPath(kind: string, path: string): string {
  return resourceNameOf(`${kind}_at`, [path]);
}

/** A file name for a resource name. It is unique even where file names ignore case. */
export function fileNameOf(resourceName: string): string {
  const isPlain = resourceName === resourceName.toLowerCase() && !/-[0-9a-f]{8}$/.test(resourceName);
  return isPlain ? resourceName : `${resourceName.toLowerCase()}-${hash([resourceName])}`;
}

/** Whether only this identity has its readable name. */
function isUnambiguous(identity: readonly string[]): boolean {
  const plain = identity.every((part) => /^[A-Za-z0-9_-]+$/.test(part));
  const joinable = identity.length === 1 || identity.every((part) => !/^_|__|_$/.test(part));
  const ending = `_${identity.at(-1) ?? ""}`;
  // a name that ends in a suffix or in a hash could be mistaken for another; what ends in `_again` is
  // deployed with one, and would move without it
  const hasSuffix = [...Object.values(suffixes), "_again"].some((suffix) => ending.endsWith(suffix));
  return plain && joinable && !hasSuffix && !/_[0-9a-f]{8}$/.test(ending);
}

function hash(parts: readonly string[]): string {
  return sha256(JSON.stringify(parts.map((part) => part.normalize("NFC")))).slice(0, 8);
}

/** The types of Terraform resource that represent an entity, with the attribute that holds what was sent. */
export const triggerAttributes = { null_resource: "triggers", terraform_data: "triggers_replace" } as const;

/** The trigger in which an entity keeps what its service was called when it was created. */
export const SERVICE_TRIGGER = "service";

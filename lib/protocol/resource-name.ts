import { sha256 } from "./sha256";

/** Longest address that is spelled out, in characters; a longer one is cut and told apart by its hash. */
const LONGEST = 100;

/** Suffixes of the resources that accompany a record. */
export const suffixes = { identity: "_identity", revision: "_revision", dryRun: "_dry_run" } as const;

/**
 * The Terraform name of a thing's resource: its kind and its identity. Different identities have different names;
 * whatever the name cannot spell is told apart by a hash.
 *
 * @param kind kind of the thing, in snake case
 * @param identity the values that make the thing itself
 */
export function resourceNameOf(kind: string, identity: readonly string[]): string {
  const spelled = identity.map((part) => part.replace(/[^A-Za-z0-9_-]/g, "_")).join("__");
  const cut = `${kind}_${spelled}`.slice(0, LONGEST);
  return isFaithful(identity) && cut.length === kind.length + 1 + spelled.length
    ? cut
    : `${cut}_${hash([kind, ...identity])}`;
}

/** The Terraform name for a thing whose identity only Terraform knows: it comes from where the construct stands. */
export function resourceNameOfPath(kind: string, path: string): string {
  return resourceNameOf(`${kind}_at`, [path]);
}

/** A file name for an address, safe where names differ by case only. */
export function fileNameOf(address: string): string {
  const isPlain = address === address.toLowerCase() && !/-[0-9a-f]{8}$/.test(address);
  return isPlain ? address : `${address.toLowerCase()}-${hash([address])}`;
}

/** Whether the spelled-out identity can be read back in one way only. */
function isFaithful(identity: readonly string[]): boolean {
  const plain = identity.every((part) => /^[A-Za-z0-9_-]+$/.test(part));
  const joinable = identity.length === 1 || identity.every((part) => !/^_|__|_$/.test(part));
  const last = identity.at(-1) ?? "";
  // a name that ends like a companion's, or like a hash, could be taken for one; 0.1.0 had a companion `_again`
  return plain && joinable && !/(_identity|_revision|_again|_dry_run|_[0-9a-f]{8})$/.test(`_${last}`);
}

function hash(parts: readonly string[]): string {
  return sha256(JSON.stringify(parts.map((part) => part.normalize("NFC")))).slice(0, 8);
}

/** The kinds of Terraform resource that stand for an entity, with the attribute that holds what was sent. */
export const triggerAttributes = { null_resource: "triggers", terraform_data: "triggers_replace" } as const;

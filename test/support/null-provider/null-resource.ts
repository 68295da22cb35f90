import { type NullResource, type Text, type TextMap, UNKNOWN } from "./values";

/** What a plan for one resource says. */
export interface Plan {
  readonly planned: NullResource | null;
  readonly replaces: boolean;
}

/** What Terraform gives to plan with; null where the resource does not exist. */
export interface Change {
  readonly prior: NullResource | null;
  /** The configuration, completed with what the provider computed before. */
  readonly proposed: NullResource | null;
  readonly configuration: NullResource | null;
}

/** Plans as hashicorp/null 3.2.4 does: `id` is kept while the resource lives, `triggers` are what is configured. */
export function plan({ prior, proposed, configuration }: Change): Plan {
  if (!proposed || !configuration) return { planned: null, replaces: false };
  if (!prior) return { planned: { id: UNKNOWN, triggers: proposed.triggers }, replaces: false };
  return {
    planned: { id: prior.id ?? UNKNOWN, triggers: proposed.triggers },
    replaces: forcesReplacement(prior.triggers, configuration.triggers),
  };
}

/** Applies a plan: a new resource gets its random id. */
export function apply(planned: NullResource | null): NullResource | null {
  return planned && { ...planned, id: typeof planned.id === "string" ? planned.id : randomId() };
}

/**
 * Any difference replaces, with the real provider's two exceptions: keys that are new and null do not count, and a map
 * that is unknown as a whole counts as a map without keys.
 */
function forcesReplacement(prior: TextMap, configured: TextMap): boolean {
  const before = entries(prior);
  const now = entries(configured);
  for (const [key, text] of now) {
    if (text !== (before.get(key) ?? null)) return true;
  }
  if (prior === null) return false;
  for (const key of before.keys()) {
    if (!now.has(key)) return true;
  }
  return false;
}

function entries(map: TextMap): ReadonlyMap<string, Text> {
  return map === null || map === UNKNOWN ? new Map() : map;
}

/** A whole number of up to 63 bits, like Go's `rand.Int()`. */
function randomId(): string {
  const high = BigInt(Math.floor(Math.random() * 2 ** 31));
  const low = BigInt(Math.floor(Math.random() * 2 ** 32));
  return String((high << 32n) | low);
}

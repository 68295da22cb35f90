import { jsonLines } from "../text/visible";
import type { Inventory } from "./inventory";

/** What is declared as JSON. */
export function listJson({ asOf, stacks, layers }: Inventory): string {
  const shown = layers.map(({ parts, ...layer }) => ({
    ...layer,
    experiments: parts.map(({ experiment }) => experiment),
  }));
  return jsonLines({ asOf, stacks, layers: shown });
}

import { visibleLines } from "../api/escape-invisible";
import type { Drift } from "./drift";

/** A drift as JSON. */
export function driftJson({ stacks, unmanaged, unread }: Drift): string {
  const shown = stacks.map(({ name, entities, remarks }) => ({
    name,
    entities: entities.map(({ request: _, folder: __, ...entity }) => entity),
    remarks,
  }));
  return `${visibleLines(JSON.stringify({ stacks: shown, unmanaged, unread }, null, 2))}\n`;
}

import { jsonLines } from "../text/visible";
import type { Drift } from "./drift";

/** A drift as JSON. */
export function driftJson({ stacks, unmanaged, unread }: Drift): string {
  const shown = stacks.map(({ name, entities, notes }) => ({
    name,
    entities: entities.map(({ kind, name: called, construct, file, state, fields }) => ({
      kind,
      name: called,
      construct,
      file,
      state,
      fields,
    })),
    notes,
  }));
  return jsonLines({ stacks: shown, unmanaged, unread });
}

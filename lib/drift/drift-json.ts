import { pathText } from "../text/path";
import { jsonLines } from "../text/visible";
import type { Diff } from "../value/diff";
import { withOpaque } from "../value/value";
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
      fields: fields.map(driftFieldJson),
    })),
    notes,
  }));
  return jsonLines({ stacks: shown, unmanaged, unread });
}

/** What stands in the place of a text of a record that may be a secret. */
const HIDDEN_TEXT = "(not shown: it may be a secret)";

/** What is declared is told without what only the deploy knows. */
function driftFieldJson({ path, before, after }: Diff): object {
  return {
    path: pathText(path),
    ...(after !== undefined && { declared: withOpaque(after, () => undefined) }),
    ...(before !== undefined && { actual: withOpaque(before, () => HIDDEN_TEXT) }),
  };
}

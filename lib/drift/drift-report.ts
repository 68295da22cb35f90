import type { Report } from "../report/document";
import { pathText } from "../text/names";
import type { Diff } from "../value/diff";
import { replaceOpaque } from "../value/value";
import type { Drift } from "./drift";
import { driftDoc } from "./drift-doc";
import { driftVerdict } from "./drift-words";

/** What differs between a service and the code, in every form. */
export const driftReport: Report<Drift> = {
  title: (drift) => `Drift: ${driftVerdict(drift)}`,
  doc: driftDoc,
  json: driftJson,
};

function driftJson({ stacks, unmanaged, unread }: Drift): unknown {
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
  return { stacks: shown, unmanaged, unread };
}

/** What stands in the place of a text of a record that may be a secret. */
const HIDDEN_TEXT = "(not shown: it may be a secret)";

/** What is declared is told without what is known at deploy time. */
function driftFieldJson({ path, before, after }: Diff): object {
  return {
    path: pathText(path),
    ...(after !== undefined && { declared: replaceOpaque(after, () => undefined) }),
    ...(before !== undefined && { actual: replaceOpaque(before, () => HIDDEN_TEXT) }),
  };
}

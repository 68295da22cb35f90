import { jsonLines } from "../../api/escape-invisible";
import { Opaque } from "../../value/value";
import type { FieldChange, Review } from "../model";

/** A review as JSON. What Terraform does not show is told by `sensitive` and `unknown`. */
export function jsonOf({ stacks }: Review): string {
  const shown = stacks.map(({ plannedAt: _, ...stack }) => ({
    ...stack,
    changes: stack.changes.map(({ whole: __, cause: ___, address: ____, forUsers: _____, ...change }) => ({
      ...change,
      fields: change.fields.map(fieldJson),
    })),
  }));
  return jsonLines({ stacks: shown });
}

function fieldJson({ path, before, after, noLongerSent }: FieldChange): object {
  const hidden = [before, after].filter((value) => value instanceof Opaque);
  return {
    path,
    before: before instanceof Opaque ? undefined : before,
    after: after instanceof Opaque ? undefined : after,
    ...Object.assign({}, ...hidden.map((value) => value.toJSON())),
    noLongerSent,
  };
}

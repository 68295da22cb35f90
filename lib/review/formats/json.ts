import { jsonLines } from "../../api/escape-invisible";
import type { FieldChange, Review } from "../model";
import { Withheld } from "../value";

/** A review as JSON. What Terraform does not show is told by `sensitive` and `unknown`. */
export function jsonOf({ stacks }: Review): string {
  const shown = stacks.map(({ plannedAt: _, ...stack }) => ({
    ...stack,
    changes: stack.changes.map(({ whole: __, cause: ___, address: ____, ...change }) => ({
      ...change,
      fields: change.fields.map(fieldJson),
    })),
  }));
  return jsonLines({ stacks: shown });
}

function fieldJson({ path, before, after, noLongerSent }: FieldChange): object {
  const hidden = [before, after].filter((value) => value instanceof Withheld);
  return {
    path,
    before: before instanceof Withheld ? undefined : before,
    after: after instanceof Withheld ? undefined : after,
    ...Object.assign({}, ...hidden.map((value) => value.toJSON())),
    noLongerSent,
  };
}

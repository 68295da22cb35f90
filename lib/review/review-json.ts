import type { FieldChange } from "../plan/differences";
import { pathText } from "../text/path";
import { jsonLines } from "../text/visible";
import { markedText } from "../value/parts";
import { isTooLong, Opaque } from "../value/value";
import type { Change, Review } from "./model";

/** A review as JSON. What Terraform does not show is told by `sensitive` and `unknown`. */
export function reviewJson({ stacks }: Review): string {
  const shown = stacks.map(({ plannedAt: _, ...stack }) => ({ ...stack, changes: stack.changes.map(changeJson) }));
  return jsonLines({ stacks: shown });
}

function changeJson(change: Change): object {
  const { action, kind, name, title, construct, file, service, transition, calls } = change;
  return {
    ...{ action, kind, name, title, construct, file, service, transition, calls },
    fields: change.fields.map(fieldJson),
    risks: change.risks.map(({ name, text, acknowledged, accepted }) => ({ name, text, acknowledged, accepted })),
  };
}

function fieldJson({ path, before, after, isUnsent }: FieldChange): object {
  const [former, present] = [before, after].map((value) => (isTooLong(value) ? markedText(value) : value));
  const hidden = [former, present].filter((value) => value instanceof Opaque);
  return {
    path: pathText(path),
    before: former instanceof Opaque ? undefined : former,
    after: present instanceof Opaque ? undefined : present,
    ...Object.assign({}, ...hidden.map((value) => value.toJSON())),
    noLongerSent: isUnsent,
  };
}

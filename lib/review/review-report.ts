import type { FieldChange } from "../plan/differences";
import type { Report } from "../report/document";
import { pathText } from "../text/names";
import { Opaque, worded } from "../value/value";
import type { Change, Review } from "./model";
import { reviewDoc } from "./review-doc";
import { verdictOf } from "./verdict";

/** What plans mean for the service's entities, in every form. */
export const reviewReport: Report<Review> = {
  title: (review) => `${verdictOf(review).words}: review of ${review.stacks.map(({ name }) => name).join(", ")}`,
  doc: reviewDoc,
  json: reviewJson,
};

/** A review as JSON. What Terraform does not show is told by `sensitive` and `unknown`. */
function reviewJson({ stacks }: Review): unknown {
  const shown = stacks.map(({ plannedAt: _, ...stack }) => ({ ...stack, changes: stack.changes.map(changeJson) }));
  return { stacks: shown };
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
  const [former, present] = [before, after].map((value) => (value === undefined ? undefined : worded(value)));
  const hidden = [former, present].filter((value) => value instanceof Opaque);
  return {
    path: pathText(path),
    before: former instanceof Opaque ? undefined : former,
    after: present instanceof Opaque ? undefined : present,
    ...Object.assign({}, ...hidden.map((value) => value.toJSON())),
    noLongerSent: isUnsent,
  };
}

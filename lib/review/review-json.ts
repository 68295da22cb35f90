import type { FieldChange } from "../plan/entity-fields";
import { pathText } from "../text/names";
import { Opaque, worded } from "../value/value";
import { AcceptWords, acknowledgementOf, openRisks } from "./acceptance";
import { type Change, type Review, type Risk, riskText } from "./model";

/** A review as JSON. `sensitive` and `unknown` stand for what Terraform does not show. */
export function reviewJson(review: Review): unknown {
  const acceptWords = new AcceptWords(review);
  return {
    verdict: verdictOf(review),
    openRisks: openRisks(review).map((open) => {
      const { stack, change, risk } = open;
      const { kind, name, construct, file } = change;
      const words = { risk: risk.name, title: risk.title, text: riskText(risk), instead: risk.instead };
      const choice = { accept: acceptWords.exact(open), acknowledge: acknowledgementOf(change, risk.name) };
      return { stack, kind, name, construct, file, ...words, ...choice };
    }),
    stacks: review.stacks.map(({ plannedAt: _, ...stack }) => ({ ...stack, changes: stack.changes.map(changeJson) })),
  };
}

/** Whether it may go out, for programs. */
function verdictOf(review: Review): "not-ready" | "ready" | "nothing-changes" {
  if (openRisks(review).length > 0) return "not-ready";
  return review.stacks.some(({ changes }) => changes.length > 0) ? "ready" : "nothing-changes";
}

function riskJson(risk: Risk): object {
  const { name, acknowledged, accepted, acceptedBy } = risk;
  return { name, text: riskText(risk), acknowledged, accepted, acceptedBy };
}

function changeJson(change: Change): object {
  const { action, kind, name, title, construct, file, service, transition, calls, alsoSent, isFinal: final } = change;
  return {
    ...{ action, kind, name, title, construct, file, service, transition, alsoSent, final, calls },
    fields: change.fields.map(fieldJson),
    risks: change.risks.map(riskJson),
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

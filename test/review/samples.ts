import type { Kind } from "../../lib/api/kind";
import { kindOf } from "../../lib/api/kinds";
import type { FieldChange } from "../../lib/plan/entity-fields";
import { entityOfResources } from "../../lib/plan/planned-entity";
import { effectOf } from "../../lib/review/effect";
import type { Change, Review, Risk, StackReview } from "../../lib/review/model";
import { riskWords } from "../../lib/review/risks/risk-words";
import { namesOfElements } from "../../lib/value/pair";
import { at, listAt } from "../../lib/value/value";
import { pathSteps } from "../support/field-path";

export const groups = [
  { id: "control", name: "Control", size: 50 },
  { id: "green", name: "Green", size: 50 },
];
export const resized = [
  { id: "control", name: "Control", size: 20 },
  { id: "green", name: "Green", size: 50 },
];

export const aRisk = (more: Partial<Risk> = {}): Risk => ({
  ...{ name: "ramp", what: "allocation 10 → 60", why: "at once", acknowledged: false },
  ...riskWords[more.name ?? "ramp"],
  ...more,
});

/** A change whose fields have paths as JSON has them. */
export interface SampleChange extends Omit<Change, "fields"> {
  readonly fields: readonly (Omit<FieldChange, "path" | "names"> & { readonly path: string })[];
}

export function anUpdate(changes: Partial<SampleChange> = {}): Change {
  const { fields, ...change } = { ...update, ...changes };
  return {
    effect: effectIn(change),
    ...change,
    fields: fields.map(({ path: text, ...field }) => {
      const path = pathSteps(text);
      const nameAt = (index: number) =>
        namesOfElements(listAt(at(change.after, ...path.slice(0, index))))?.[Number(path[index])];
      return {
        ...field,
        path,
        names: path.map((step, index) => (typeof step === "number" ? nameAt(index) : undefined)),
      };
    }),
  };
}

/** What users get before and after, as a plan would say. */
function effectIn({ action, kind, before, after }: Pick<Change, "action" | "kind" | "before" | "after">) {
  const resources = { kind: kindOf(kind) as Kind, name: "a", type: "terraform_data", isDryRun: false } as const;
  const entity = entityOfResources(resources);
  const former = action === "create" ? "none" : "sent";
  return effectOf({ action, entity, name: "a", calls: ["update"], former, before, after, fields: [] });
}

const update: SampleChange = {
  action: "update",
  former: "sent",
  kind: "experiment",
  name: "checkout_button",
  address: "terraform_data.experiment_checkout_button",
  construct: "checkout/button",
  calls: [{ method: "POST", path: "/console/v1/experiments/checkout_button" }],
  fields: [
    { path: "allocation", before: 50, after: 25 },
    { path: "groups[0].size", before: 50, after: 20 },
  ],
  risks: [aRisk({ name: "running-groups", what: 'group "control" resized' })],
  before: { allocation: 50, groups },
  after: { allocation: 25, groups: resized },
};

export function aReview(changes: readonly Change[], stack: Partial<StackReview> = {}): Review {
  const calls = changes.reduce((sum, change) => sum + change.calls.length, 0);
  return { stacks: [{ name: "checkout", calls, notes: [], changes, ...stack }] };
}

/** Texts that mean something to a browser, to Markdown, or to a reader's eye. */
export const hostileTexts = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(2)>',
  "</style></code></details><b>bold</b>",
  "`code` | pipe || *star* _under_ ~~struck~~ [link](https://example.com) <https://example.com>",
  "@everyone #1 :tada: $x$ &amp; \\| \\",
  "right \u202e to left \u2066 marks",
  "emoji 🎉 and 漢字 👩‍👩‍👧 ❤️",
  "soft\u00adhyphen, zero\u200bwidth, tag\u{e0061}, fill\u3164er",
  "@acme/security (GH-1), www.evil.com.",
  "::error::x",
  "  ::set-env name=x::y",
  "a ##vso[task.complete]b ##[error]c",
  "``` fence",
  'it\'s "quoted"',
] as const;

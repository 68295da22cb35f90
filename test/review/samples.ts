import type { FieldChange } from "../../lib/plan/differences";
import type { Change, Review, StackReview } from "../../lib/review/model";
import { pathText } from "../../lib/text/names";
import { namesOfElements } from "../../lib/value/pair";
import { at, type Fields, listAt, type Value } from "../../lib/value/value";
import { pathSteps } from "../support/field-path";

const groups = [
  { id: "control", name: "Control", size: 50 },
  { id: "green", name: "Green", size: 50 },
];
const resized = [
  { id: "control", name: "Control", size: 20 },
  { id: "green", name: "Green", size: 50 },
];

/** A changed field, whose path stands as JSON has it. */
export interface SampleField {
  readonly path: string;
  readonly before?: Value;
  readonly after?: Value;
  readonly isUnsent?: true;
}

/** @param declared names the elements of lists */
export function aField({ path: text, ...field }: SampleField, declared: Fields = {}): FieldChange {
  const steps = pathSteps(text);
  const path = pathText(steps) === text ? steps : [text];
  const isGone = field.before !== undefined && field.after === undefined;
  const names = path.map((step, index) => {
    if (typeof step !== "number") return undefined;
    if (isGone && index === path.length - 1) return namesOfElements([field.before ?? null])?.[0];
    return namesOfElements(listAt(at(declared, ...path.slice(0, index))))?.[step];
  });
  return { ...field, path, names };
}

interface SampleChange extends Omit<Change, "fields"> {
  readonly fields: readonly (SampleField | FieldChange)[];
}

export function anUpdate(changes: Partial<SampleChange> = {}): Change {
  const { fields, ...change } = { ...update, ...changes };
  return {
    ...change,
    fields: fields.map((field) =>
      typeof field.path === "string" ? aField(field as SampleField, change.whole.after) : (field as FieldChange),
    ),
  };
}

const update: SampleChange = {
  action: "update",
  kind: "experiment",
  name: "checkout_button",
  address: "terraform_data.experiment_checkout_button",
  construct: "checkout/button",
  calls: [{ method: "POST", path: "/console/v1/experiments/checkout_button" }],
  fields: [
    { path: "allocation", before: 50, after: 25 },
    { path: "groups[0].size", before: 50, after: 20 },
  ],
  risks: [{ name: "running-groups", text: 'group "control" resized: results do not compare', acknowledged: false }],
  whole: { before: { allocation: 50, groups }, after: { allocation: 25, groups: resized } },
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

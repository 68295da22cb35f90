import type { Kind } from "../../lib/api/kind";
import { kindOf } from "../../lib/api/kinds";
import type { PlannedResource } from "../../lib/plan/plan";
import type { PlannedEntity } from "../../lib/plan/planned-entity";
import { reapplyCause } from "../../lib/review/review";

/** What a plan does with a revision that had this text, and is to have that one. */
function revisionWith(before: string | undefined, after: string | undefined): PlannedResource {
  const sides = { before: { triggers_replace: { reapply: before } }, after: { triggers_replace: { reapply: after } } };
  const change = { actions: ["delete", "create"], ...sides };
  return { mode: "managed", type: "terraform_data", name: "experiment_a_revision", change };
}

const replaced = { ...revisionWith(undefined, undefined), action_reason: "replace_by_request" };
const marked = { triggers_replace: { reapply: true } };

test.each<[string, PlannedResource, string | undefined, Partial<PlannedEntity>?]>([
  ["a new text", revisionWith(undefined, "1"), 'reapply "1"'],
  ["another text", revisionWith("1", "2"), 'reapply "1" → "2"'],
  ["a text that left the code", revisionWith("1", undefined), 'reapply "1" was removed'],
  ["the same text, and something else", revisionWith("1", "1"), undefined],
  ["-replace", replaced, "asked for by -replace"],
  ["-replace of the record", revisionWith("1", "1"), "asked for by -replace", { record: replaced }],
  [
    "a sensitive text, and one that only the deploy knows",
    {
      ...revisionWith("1", "2"),
      change: { ...revisionWith("1", undefined).change, before_sensitive: marked, after_unknown: marked },
    },
    "reapply (sensitive) → (known at deploy time)",
  ],
])("%s: why an entity is sent again is told", (_, revision, expected, others = {}) => {
  const known = {
    name: "experiment_a",
    type: "terraform_data",
    kind: kindOf("experiment") as Kind,
    isDryRun: false,
  } as const;
  expect(reapplyCause({ ...known, revision, ...others })).toBe(expected);
});

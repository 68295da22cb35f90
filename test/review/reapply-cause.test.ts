import type { Kind } from "../../lib/api/kind";
import { kindOf } from "../../lib/api/kinds";
import { entityOfResources } from "../../lib/plan/planned-entity";
import { reapplyCause } from "../../lib/review/review";
import { planWith } from "../plan/read";

const marked = { triggers_replace: { reapply: true } };

test.each<[string, string | undefined, string | undefined, string | undefined, object?, string?]>([
  ["a new text", undefined, "1", 'reapply "1"'],
  ["another text", "1", "2", 'reapply "1" → "2"'],
  ["a text that left the code", "1", undefined, 'reapply "1" was removed'],
  ["the same text, and something else", "1", "1", undefined],
  ["-replace", "1", "1", "asked for by -replace", {}, "replace_by_request"],
  [
    "a sensitive text, and one that only the deploy knows",
    "1",
    undefined,
    "reapply (hidden) → (known at deploy time)",
    { before_sensitive: marked, after_unknown: marked },
  ],
  ["what only the deploy knows as a whole", "1", undefined, undefined, { after_unknown: { triggers_replace: true } }],
])("%s: why an entity is sent again is told", (_, before, after, cause, marks = {}, reason = undefined) => {
  const sides = { before: { triggers_replace: { reapply: before } }, after: { triggers_replace: { reapply: after } } };
  const change = { actions: ["delete", "create"], ...sides, ...marks };
  const named = { mode: "managed", type: "terraform_data", name: "experiment_a" } as const;
  const [revision] = planWith({ resource_changes: [{ ...named, action_reason: reason, change }] }).resource_changes;
  const known = { ...named, kind: kindOf("experiment") as Kind, isDryRun: false };
  expect(reapplyCause(entityOfResources({ ...known, revision }))).toBe(cause);
});

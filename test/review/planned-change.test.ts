import { resourceOf } from "../../lib/api/resources";
import type { PlannedResource } from "../../lib/review/plan";
import { reapplyCause } from "../../lib/review/planned-change";
import type { PlannedEntity } from "../../lib/review/planned-entity";

/** What a plan does with a revision that had this text, and is to have that one. */
function revisionWith(before: string | undefined, after: string | undefined): PlannedResource {
  const sides = { before: { triggers_replace: { reapply: before } }, after: { triggers_replace: { reapply: after } } };
  const change = { actions: ["delete", "create"], ...sides };
  return { mode: "managed", type: "terraform_data", name: "experiment_a_revision", change };
}

const marked = { triggers_replace: { reapply: true } };

test.each<[string, PlannedResource, string | undefined]>([
  ["a new text", revisionWith(undefined, "1"), 'reapply "1"'],
  ["another text", revisionWith("1", "2"), 'reapply "1" → "2"'],
  ["a text that left the code", revisionWith("1", undefined), 'reapply "1" was removed'],
  ["the same text, and something else", revisionWith("1", "1"), undefined],
  ["-replace", { ...revisionWith(undefined, undefined), action_reason: "replace_by_request" }, "asked for by -replace"],
  [
    "a sensitive text, and one that only the deploy knows",
    {
      ...revisionWith("1", "2"),
      change: { ...revisionWith("1", undefined).change, before_sensitive: marked, after_unknown: marked },
    },
    "reapply (sensitive) → (known after the deploy)",
  ],
])("%s: why an entity is sent again is told", (_, revision, expected) => {
  const resource = resourceOf("experiment");
  if (resource === undefined) throw new Error("there is no such kind");
  const entity: PlannedEntity = { name: "experiment_a", type: "terraform_data", resource, isDryRun: false, revision };

  expect(reapplyCause(entity)).toBe(expected);
});

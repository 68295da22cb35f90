import { assignmentSource } from "../../lib/api/assignment-source-schema";
import { experiment } from "../../lib/api/experiment-schema";
import { ingestionSource } from "../../lib/api/ingestion-source-schema";
import type { Kind } from "../../lib/api/kind";
import { promptVersion } from "../../lib/api/prompt-version-schema";
import { segment } from "../../lib/api/segment-schema";
import { entityOf } from "../../lib/entity/entity";
import { type StepOptions, stepsOf } from "../../lib/entity/steps";
import { type Fields, Opaque } from "../../lib/value/value";

const whole = Object.fromEntries(
  "description idType hypothesis groups allocation targetingGateID bonferroniCorrection defaultConfidenceInterval status"
    .split(" ")
    .map((name) => [name, "x"]),
);
const known: Fields = { ...whole, id: "a", name: "A" };

/** A step as `action due`, with what a create does where the entity exists. */
function told(kind: Kind, fields: Fields, options: StepOptions = {}): string[] {
  const { form, steps } = stepsOf(kind, fields, options);
  return [form, ...steps.map(({ action, due, ifExists }) => `${action} ${due}${ifExists ? ` ${ifExists}` : ""}`)];
}

const linked: Fields = { ...known, links: [] };
const bare: Fields = { id: "a", name: "A" };
const source: Fields = { dataset: "Metrics", type: "s3" };
const deferred: Fields = { promptID: "b", id: Opaque.deferred(["v-", { terraform: 0 }]) };
const adopted = { adopt: true };
const leftAlone = { ignoreChanges: true };
const byContent = { byContent: true };

test.each<[string, Kind, Fields, StepOptions, string]>([
  ["is created, then updated with every change", experiment, known, {}, "record, create first, update change"],
  ["with a field of the update alone is updated at once", experiment, linked, {}, "record, create first, update both"],
  ["that lacks what its update needs is created only", experiment, bare, {}, "record, create first"],
  ["that is adopted is updated at once", experiment, known, adopted, "record, update both"],
  ["without an update is created only", segment, { ...bare, type: "id_list" }, {}, "record, create first"],
  ["without an update has no call where it is adopted", segment, bare, adopted, "record"],
  ["that may be duplicated says so", ingestionSource, source, {}, "record, create first duplicate, update change"],
  ["by its content is created with every change", promptVersion, bare, byContent, "record, create both success"],
  ["by content that the deploy knows is single", promptVersion, deferred, byContent, "single, create both success"],
  ["that is left alone is updated on request", experiment, known, leftAlone, "record, create first, update asked"],
  [
    "left alone, with such a field, is updated at first",
    experiment,
    linked,
    leftAlone,
    "record, create first, update first",
  ],
  ["that is adopted and left alone has no call", experiment, known, { ...adopted, ...leftAlone }, "record"],
  ["with one call that is left alone is sent at first", assignmentSource, bare, leftAlone, "single, upsert first"],
  ["with one call is single", assignmentSource, bare, {}, "single, upsert both"],
  ["that is tried out is single", ingestionSource, { dryRun: true }, {}, "single, dry-run both"],
])("an entity %s", (_, kind, fields, options, expected) => {
  expect(told(kind, fields, options).join(", ")).toBe(expected);
});

test("what no call can change, what an update can, and what is missing for it follow from the kind and the fields", () => {
  expect(stepsOf(experiment, { id: "a", name: "A", status: "active" })).toMatchObject({
    fixed: ["layerID"],
    changeable: expect.arrayContaining(["links", "name"]),
    missing: expect.not.arrayContaining(["status"]),
  });
  expect(stepsOf(segment, {}).changeable).toEqual([]);
  expect(stepsOf(ingestionSource, {}).fixed).toEqual(["use_delta_sharing"]);
});

test("a field that is declared and not sent is in no step", () => {
  const fields = { id: "A", name: "A" };
  const entity = entityOf({ construct: "a", kind: segment, fields, sent: { name: "A" }, acknowledged: [] });
  expect(entity.steps.map((step) => step.fields)).toEqual([["name"]]);
});

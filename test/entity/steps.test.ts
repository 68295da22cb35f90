import { assignmentSource } from "../../lib/api/assignment-source-schema";
import { experiment } from "../../lib/api/experiment-schema";
import { ingestionSource } from "../../lib/api/ingestion-source-schema";
import { promptVersion } from "../../lib/api/prompt-version-schema";
import type { Resource } from "../../lib/api/resource";
import { segment } from "../../lib/api/segment-schema";
import { entityOf } from "../../lib/entity/entity";
import { Deferred, type Fields } from "../../lib/entity/fields";
import { type StepOptions, stepsOf } from "../../lib/entity/steps";

const whole = Object.fromEntries(
  "description idType hypothesis groups allocation targetingGateID bonferroniCorrection defaultConfidenceInterval status"
    .split(" ")
    .map((name) => [name, "x"]),
);
const known: Fields = { ...whole, id: "a", name: "A" };

/** A step as `action due`, with what a create does where the entity exists. */
function told(resource: Resource, fields: Fields, options: StepOptions = {}): string[] {
  const { form, steps } = stepsOf(resource, fields, options);
  return [form, ...steps.map(({ action, due, ifExists }) => `${action} ${due}${ifExists ? ` ${ifExists}` : ""}`)];
}

test.each<[string, Resource, Fields, StepOptions, string]>([
  ["is created, then updated with every change", experiment, known, {}, "record, create first, update change"],
  [
    "with a field of the update alone is updated at once",
    experiment,
    { ...known, links: [] },
    {},
    "record, create first, update both",
  ],
  ["that lacks what its update needs is created only", experiment, { id: "a", name: "A" }, {}, "record, create first"],
  ["that is adopted is updated at once", experiment, known, { adopt: true }, "record, update both"],
  ["without an update is created only", segment, { id: "a", name: "A", type: "id_list" }, {}, "record, create first"],
  ["without an update has no call where it is adopted", segment, { id: "a" }, { adopt: true }, "record"],
  [
    "that may be duplicated says so",
    ingestionSource,
    { dataset: "Metrics", type: "s3" },
    {},
    "record, create first duplicate, update change",
  ],
  [
    "by its content is created with every change",
    promptVersion,
    { promptID: "b", id: "v-1" },
    { byContent: true },
    "record, create both success",
  ],
  [
    "by content that only the deploy knows is single",
    promptVersion,
    { promptID: "b", id: new Deferred(["v-", { terraform: 0 }]) },
    { byContent: true },
    "single, create both success",
  ],
  [
    "that is left alone is updated where somebody asks for it",
    experiment,
    known,
    { ignoreChanges: true },
    "record, create first, update asked",
  ],
  [
    "that is left alone is updated at first with a field of the update alone",
    experiment,
    { ...known, links: [] },
    { ignoreChanges: true },
    "record, create first, update first",
  ],
  ["that is adopted and left alone has no call", experiment, known, { adopt: true, ignoreChanges: true }, "record"],
  [
    "with one call that is left alone is sent at first",
    assignmentSource,
    { name: "a" },
    { ignoreChanges: true },
    "single, upsert first",
  ],
  [
    "with one call that is adopted and left alone has none",
    assignmentSource,
    { name: "a" },
    { adopt: true, ignoreChanges: true },
    "single",
  ],
  [
    "that is tried out is not left alone",
    ingestionSource,
    { dryRun: true },
    { ignoreChanges: true },
    "single, dryRun both",
  ],
  ["with one call is single", assignmentSource, { name: "a" }, {}, "single, upsert both"],
  ["that is tried out is single", ingestionSource, { dryRun: true }, {}, "single, dryRun both"],
])("an entity %s", (_, resource, fields, options, expected) => {
  expect(told(resource, fields, options).join(", ")).toBe(expected);
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
  const entity = entityOf({ construct: "a", resource: segment, fields, sent: { name: "A" }, acknowledged: [] });
  expect(entity.steps.map((step) => step.fields)).toEqual([["name"]]);
});

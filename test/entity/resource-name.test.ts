import fc from "fast-check";
import type { Kind } from "../../lib/api/kind";
import { kinds } from "../../lib/api/kinds";
import { fileNameOf, resourceNameOf, resourceNameOfPath, suffixes } from "../../lib/entity/resource-name";
import { anyCharacter } from "../support/any-character";

const hashed = (beginning: string) => expect.stringMatching(new RegExp(`^${beginning}_[0-9a-f]{8}$`));
const long = "x".repeat(86);

test.each([
  ["experiment", ["Checkout-Button"], "experiment_Checkout-Button"],
  ["ingestion_source", ["Metrics", "s3", "revenue"], "ingestion_source_Metrics__s3__revenue"],
  ["prompt_version", ["support_bot", "v3"], "prompt_version_support_bot__v3"],
  ["metric_source", [long], `metric_source_${long}`],
  // characters that Terraform forbids or may forbid, joints that may be read in two ways, and an empty part
  ["metric_source", ["daily orders"], hashed("metric_source_daily_orders")],
  ["metric_source", ["größe"], hashed("metric_source_gr__e")],
  ["prompt_version", ["a_", "b"], hashed("prompt_version_a___b")],
  ["prompt_version", ["a__b", "c"], hashed("prompt_version_a__b__c")],
  ["ingestion_source", ["Metrics", "", "x"], hashed("ingestion_source_Metrics____x")],
  // the ends of other resources, and of a hash
  ["experiment", ["a_revision"], hashed("experiment_a_revision")],
  ["experiment", ["dry_run"], hashed("experiment_dry_run")],
  ["experiment", ["a_0123abcd"], hashed("experiment_a_0123abcd")],
  ["metric_source", [`${long}x`], hashed(`metric_source_${long}`)],
])("the resource name of a %s spells what the entity is, and a hash makes it unique: %j", (kind, identity, address) => {
  expect(resourceNameOf(kind, identity)).toEqual(address);
});

test("the resource name of an entity whose identity only Terraform knows comes from the path of the construct", () => {
  expect(resourceNameOfPath("experiment", "stack/team/x")).toEqual(hashed("experiment_at_stack_team_x"));
});

const part = fc.oneof(
  fc
    .array(fc.constantFrom("a", "A", "_", "__", "-", " ", "/", "é", "_revision", "_dry_run", "0123abcd"), {
      maxLength: 5,
    })
    .map((pieces) => pieces.join("")),
  fc.string({ unit: anyCharacter, maxLength: 200 }),
);
const identitiesOf = ({ name, identity: { length } }: Kind) =>
  fc.tuple(fc.constant(name), fc.array(part, { minLength: length, maxLength: length }));
const entities = fc
  .constantFrom(...kinds)
  .chain(identitiesOf)
  .filter(([, identity]) => identity.some((value) => value !== ""));
const ofOneKind = fc.constantFrom(...kinds).chain((kind) => fc.tuple(identitiesOf(kind), identitiesOf(kind)));

test("the resource names of any two entities differ, also with suffixes, and their files where the file system ignores case", () => {
  const endings = ["", ...Object.values(suffixes)];
  const normal = (value: unknown) => JSON.stringify(value).normalize("NFC");
  fc.assert(
    fc.property(fc.oneof(ofOneKind, fc.tuple(entities, entities)), ([one, other]) => {
      fc.pre(normal(one) !== normal(other));
      const names = [one, other].flatMap((entity) => endings.map((ending) => resourceNameOf(...entity) + ending));
      expect(new Set(names).size).toBe(2 * endings.length);
      expect(new Set(names.map((name) => fileNameOf(name).toLowerCase())).size).toBe(2 * endings.length);
    }),
    { numRuns: 1_000 },
  );
});

test("a resource name is valid for Terraform and of limited length, and its file name is one that Windows can have", () => {
  fc.assert(
    fc.property(entities, fc.constantFrom("", ...Object.values(suffixes)), ([kind, identity], suffix) => {
      for (const name of [resourceNameOf(kind, identity), resourceNameOfPath(kind, identity.join("/"))]) {
        expect(name).toMatch(/^[a-z][A-Za-z0-9_-]{0,108}$/);
        expect(fileNameOf(name + suffix)).toMatch(/^(?!(con|prn|aux|nul|com\d|lpt\d)$)[a-z][a-z0-9_-]{0,126}$/);
      }
    }),
  );
  expect(fileNameOf("experiment_checkout")).toBe("experiment_checkout");
  // also for the name of a resource with such a hash
  const taken = fileNameOf("experiment_Checkout");
  expect(fileNameOf(taken)).not.toBe(taken);
});

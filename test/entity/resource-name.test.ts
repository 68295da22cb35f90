import fc from "fast-check";
import type { Kind } from "../../lib/api/kind";
import { kinds } from "../../lib/api/kinds";
import { fileNameOf, resourceNameOf, resourceNameOfPath, suffixes } from "../../lib/entity/resource-name";
import { anyCharacter } from "../support/any-character";

const hashed = (beginning: string) => expect.stringMatching(new RegExp(`^${beginning}_[0-9a-f]{8}$`));

describe("a resource name", () => {
  test.each([
    ["experiment", ["checkout_button"], "experiment_checkout_button"],
    ["experiment", ["Checkout-Button"], "experiment_Checkout-Button"],
    ["ingestion_source", ["Metrics", "s3", "revenue"], "ingestion_source_Metrics__s3__revenue"],
    ["prompt_version", ["support_bot", "v3"], "prompt_version_support_bot__v3"],
  ])("of a %s spells what the entity is: %j", (kind, identity, address) => {
    expect(resourceNameOf(kind, identity)).toBe(address);
  });

  test.each([
    ["a character that Terraform forbids", "metric_source", ["daily orders"], "metric_source_daily_orders"],
    ["a letter that is none of ASCII", "metric_source", ["größe"], "metric_source_gr__e"],
    ["a joint that may be read in two ways", "prompt_version", ["a_", "b"], "prompt_version_a___b"],
    ["a joint within a part", "prompt_version", ["a__b", "c"], "prompt_version_a__b__c"],
    ["an empty part", "ingestion_source", ["Metrics", "", "x"], "ingestion_source_Metrics____x"],
    ["a revision's end", "experiment", ["a_revision"], "experiment_a_revision"],
    ["an identity's end", "experiment", ["an_identity"], "experiment_an_identity"],
    ["a dry run's end", "experiment", ["dry_run"], "experiment_dry_run"],
    ["a hash's end", "experiment", ["a_0123abcd"], "experiment_a_0123abcd"],
  ])("with %s is made unique by a hash", (_, kind, identity, beginning) => {
    expect(resourceNameOf(kind, identity)).toEqual(hashed(beginning));
  });

  test("is cut when it is long, and made unique by a hash", () => {
    const one = resourceNameOf("metric_source", [`${"x".repeat(5_000)}1`]);
    expect(one).toEqual(hashed(`metric_source_${"x".repeat(86)}`));
    expect(resourceNameOf("metric_source", [`${"x".repeat(5_000)}2`])).not.toBe(one);
    expect(resourceNameOf("metric_source", ["x".repeat(86)])).toBe(`metric_source_${"x".repeat(86)}`);
    expect(resourceNameOf("metric_source", ["x".repeat(87)])).toEqual(hashed(`metric_source_${"x".repeat(86)}`));
  });

  test("of an entity whose identity only Terraform knows comes from the path of the construct", () => {
    expect(resourceNameOfPath("experiment", "stack/team/x")).toEqual(hashed("experiment_at_stack_team_x"));
    expect(resourceNameOfPath("experiment", "stack/team/x")).not.toBe(resourceNameOfPath("experiment", "stack/team_x"));
  });
});

describe("for any two entities", () => {
  const part = fc.oneof(
    fc
      .array(fc.constantFrom("a", "A", "_", "__", "-", " ", ".", "/", "é", "_revision", "_dry_run", "0123abcd"), {
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
  const normal = (value: unknown) => JSON.stringify(value).normalize("NFC");

  test("their resource names differ, also with suffixes", () => {
    const both = fc.oneof(ofOneKind, fc.tuple(entities, entities));
    fc.assert(
      fc.property(both, ([one, other]) => {
        fc.pre(normal(one) !== normal(other));
        const addressesOf = ([kind, identity]: readonly [string, readonly string[]]) =>
          ["", ...Object.values(suffixes)].map((suffix) => resourceNameOf(kind, identity) + suffix);
        expect(new Set([...addressesOf(one), ...addressesOf(other)]).size).toBe(2 + 2 * Object.keys(suffixes).length);
      }),
      { numRuns: 500 },
    );
  });

  test("the resource name is valid for Terraform, and of limited length", () => {
    fc.assert(
      fc.property(entities, ([kind, identity]) => {
        expect(resourceNameOf(kind, identity)).toMatch(/^[a-z][A-Za-z0-9_-]{0,108}$/);
        expect(resourceNameOfPath(kind, identity.join("/"))).toMatch(/^[a-z][A-Za-z0-9_-]{0,108}$/);
      }),
    );
  });

  test("the file names differ where the file system ignores case", () => {
    const words = fc
      .array(fc.constantFrom("a", "A", "b", "B", "-", "_"), { minLength: 1, maxLength: 6 })
      .map((letters) => letters.join(""));
    fc.assert(
      fc.property(words, words, (one, other) => {
        fc.pre(one !== other);
        const [a, b] = [resourceNameOf("experiment", [one]), resourceNameOf("experiment", [other])];
        expect(fileNameOf(a).toLowerCase()).not.toBe(fileNameOf(b).toLowerCase());
      }),
      { numRuns: 500 },
    );
  });
});

test("the file name of any entity is one that Windows can have, and leaves room for what is added", () => {
  const identities = fc.array(fc.string({ unit: anyCharacter }), { minLength: 1, maxLength: 3 });
  const kindNames = fc.constantFrom(...kinds.map(({ name }) => name));
  const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/;
  fc.assert(
    fc.property(kindNames, identities, fc.constantFrom("", ...Object.values(suffixes)), (kind, identity, suffix) => {
      const name = fileNameOf(resourceNameOf(kind, identity) + suffix);

      expect(name).toMatch(/^[a-z][a-z0-9_-]{0,126}$/);
      expect(name).not.toMatch(reserved);
    }),
  );
  expect(fileNameOf(resourceNameOf("segment", ["CON"]))).toMatch(/^segment_con-[0-9a-f]{8}$/);
  expect(fileNameOf("experiment_checkout")).toBe("experiment_checkout");
  // also for the name of a resource with such a hash
  const taken = fileNameOf("experiment_Checkout");
  expect(fileNameOf(taken)).not.toBe(taken);
});

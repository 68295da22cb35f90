import { propertyAccess, TerraformVariable } from "cdktf";
import { PromptVersion } from "../../lib";
import type { KindName } from "../../lib/api/kind-names";
import { deployment, operations } from "../support/deployment";
import { type Build, constructOf, oneOfEachWith, promptVersion, samples } from "../support/samples";
import { emptyStack, messageOf } from "../terraform/synth";
import { deployAsReviewed, reviewed } from "./reviewed";
import { anyVariable, setVariables } from "./terraform-values";

/** What the value identifies of each kind, the identity in the emulator, and a change with the place that it is sent to. */
const identities: Readonly<
  Record<
    KindName,
    readonly [identify: (value: string) => object, id: (value: string) => string, change?: object, to?: string]
  >
> = {
  experiment: [(id) => ({ id }), (value) => value, { allocation: 70 }, "POST /console/v1/experiments/second"],
  metric_source: [
    (value) => ({ name: `${value} / all` }),
    (value) => `${value} / all`,
    { sql: "select 2" },
    "POST /console/v1/metrics/metric_source/second%20%2F%20all",
  ],
  assignment_source: [
    (name) => ({ name }),
    (value) => value,
    { sql: "select 2" },
    "POST /console/v1/experiments/assignment_source/second",
  ],
  segment: [(id) => ({ id }), (value) => value],
  ingestion_source: [
    (source_name) => ({ source_name }),
    (value) => `Metrics/s3/${value}`,
    { enabled: false },
    "PATCH /console/v1/ingestion",
  ],
  prompt_version: [(promptID) => ({ promptID }), (value) => `${value}/v1`],
};

test("a Terraform value may identify an entity of any kind: another value makes another, and a change is sent to it", () =>
  deployment(async (service) => {
    const withValue = (value: string, isChanged = false): Build => {
      setVariables(service, { value });
      return (stack) => {
        const token = new TerraformVariable(stack, "value", { type: "string" }).stringValue;
        const props = Object.entries(identities).map(([kind, [identify, , change]]) => [
          kind,
          { ...identify(token), ...(isChanged && change) },
        ]);
        oneOfEachWith(Object.fromEntries(props))(stack);
      };
    };
    const ids = (value: string) => Object.values(identities).map(([, id]) => id(value));
    const told = (action: string, value: string) => ids(value).map((name) => `${action} ${name}`);
    await service.deploy(withValue("first"));
    const another = await reviewed(service, withValue("second"));
    await deployAsReviewed(service, another);
    expect(another.changes.map(({ action, name }) => `${action} ${name}`).sort()).toEqual(
      [...told("create", "second"), ...told("forget", "first")].sort(),
    );
    expect(service.emulator.records.map(({ id }) => id).sort()).toEqual([...ids("first"), ...ids("second")].sort());
    expect(await service.plan(withValue("second"))).toMatchObject({ isEmpty: true });

    const changed = await reviewed(service, withValue("second", true));
    const { calls } = await deployAsReviewed(service, changed);
    const changes = Object.values(identities).flatMap(([, , , to]) => to ?? []);
    expect(operations(calls)).toEqual(changes.sort());
  }));

test("a prompt version without id has one of its content, literal or Terraform's: other content is another version, and is found again", () =>
  deployment(async (service) => {
    const build = (first: number, second: number): Build => {
      setVariables(service, { first, second });
      return (stack) => {
        const [temperature, max_tokens] = ["first", "second"].map(
          (name) => new TerraformVariable(stack, name, { type: "number" }).numberValue,
        );
        const props = { ...promptVersion, id: undefined };
        new PromptVersion(stack, "literal", { ...props, promptID: "literal", temperature: first });
        new PromptVersion(stack, "support", { ...props, temperature, max_tokens });
      };
    };
    await service.deploy(build(1, 23));
    // digits that run together in the same way
    const review = await reviewed(service, build(12, 3));
    const changed = (...fields: object[]) => ({ action: "version", fields: [{ path: "id" }, ...fields] });
    expect(review.changes).toMatchObject([
      changed({ path: "temperature", before: 1, after: 12 }),
      changed({ path: "temperature", before: 1, after: 12 }, { path: "max_tokens", before: 23, after: 3 }),
    ]);
    await deployAsReviewed(service, review);
    await service.deploy(build(1, 23));

    expect(await service.plan(build(1, 23))).toMatchObject({ isEmpty: true });
    expect(service.calls).toHaveLength(6);
    expect(service.emulator.records.map(({ id }) => id)).toEqual(
      Array(4).fill(expect.stringMatching(/^\w+\/v-[0-9a-f]{12}$/)),
    );
  }));

/** Kind, where the problem is, the value, what the applier says of it, and where it is in the props if not there. */
type Row = readonly [
  kind: keyof typeof samples,
  field: string,
  value: unknown,
  given: string,
  propsWith?: (value: unknown) => object,
];

const long = "hunter2 ".repeat(130);

const invalid: readonly Row[] = [
  ["experiment", "description", long, "given a string of 1040 characters; "],
  ["experiment", "allocation", 100.7246130582, "given a number; "],
  ["experiment", "status", "hunter2", "given a string of 7 characters; "],
  ["metric_source", "tags[1]", ["a", 7246130582], "given a number; ", (tags) => ({ tags })],
  ["metric_source", "owner.hunter", { hunter: "hunter2" }, "", (owner) => ({ owner })],
  ["segment", "rules[0].name", [{ name: { hunter: "hunter2" } }], "given an object; ", (rules) => ({ rules })],
  ["prompt_version", "id", "hunter2/", "given a string of 8 characters; "],
  ["ingestion_source", "source_name", "", ""],
  ["metric_source", "name", "..", ""],
];

/** The entity of a row, with a value in its place. */
function entityOf([kind, field, , , propsWith]: Row, index: number, value: unknown): object {
  const name = `entity-${index}`;
  return {
    ...samples[kind].sample,
    ...(kind === "ingestion_source" ? { source_name: name } : { name }),
    ...(kind.endsWith("_source") ? {} : { id: name }),
    ...(propsWith?.(value) ?? { [field]: value }),
  };
}

test("a value of Terraform's that breaks a rule is refused before it is sent, as by synth, but without the value", () =>
  deployment(async (service) => {
    setVariables(service, { values: invalid.map(([, , value]) => value) });
    const { output, calls } = await service.deploy(
      (stack) => {
        const values = anyVariable(stack, "values", { sensitive: true });
        for (const [index, row] of invalid.entries()) {
          const value = propertyAccess(values.value, [`${index}`]);
          constructOf(row[0], stack, `entity-${index}`, entityOf(row, index, value));
        }
      },
      { expect: "failure" },
    );

    for (const [index, row] of invalid.entries()) {
      const [kind, field, value, given] = row;
      const atSynth = messageOf(() => constructOf(kind, emptyStack(), "entity", entityOf(row, index, value)));
      const [, rule = "no problem"] = /- .*?((?:allowed: |unknown field).*)/.exec(atSynth) ?? [];
      // what identifies it may be such a value
      const [, ...told] = output.split(`(stack/entity-${index}): 1 problem in values that are known only at deploy`);
      expect([field, told]).toEqual([
        field,
        [expect.stringContaining(` - ${field}: ${given}${rule} next: correct the values`)],
      ]);
    }
    expect(output).not.toMatch(/hunter2|h2|7246130582/);
    expect(calls).toEqual([]);
  }));

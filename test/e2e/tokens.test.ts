import { propertyAccess, TerraformVariable } from "cdktf";
import { PromptVersion } from "../../lib";
import type { KindName } from "../../lib/api/kind-names";
import { deployment, operations } from "../support/deployment";
import { type Build, constructOf, oneOfEachWith, promptVersion, samples } from "../support/samples";
import { emptyStack, messageOf } from "../terraform/synth";
import { deployAsReviewed, reviewed } from "./reviewed";
import { anyVariable, setVariables } from "./terraform-values";

/** What a value identifies of each kind, its id in the emulator, and where a change is sent, if one can be. */
const identities: Readonly<Record<KindName, readonly [of: string, to?: string]>> = {
  experiment: ["id", "POST /console/v1/experiments/second"],
  metric_source: ["name", "POST /console/v1/metrics/metric_source/second"],
  assignment_source: ["name", "POST /console/v1/experiments/assignment_source/second"],
  segment: ["id"],
  ingestion_source: ["source_name", "PATCH /console/v1/ingestion"],
  prompt_version: ["promptID"],
};
const sql = "select 2";
const changes = {
  experiment: { allocation: 70 },
  metric_source: { sql },
  assignment_source: { sql },
  ingestion_source: { enabled: false },
};
const idsOf = (value: string) => [...Array(4).fill(value), `Metrics/s3/${value}`, `${value}/v1`];

test("a Terraform value may identify an entity of any kind: another value makes another, and a change is sent to it", () =>
  deployment(async (service) => {
    const withValue = (value: string, more: Partial<Record<string, object>> = {}): Build => {
      setVariables(service, { value });
      return (stack) => {
        const token = new TerraformVariable(stack, "value", { type: "string" }).stringValue;
        const props = Object.entries(identities).map(([kind, [field]]) => [kind, { [field]: token, ...more[kind] }]);
        oneOfEachWith(Object.fromEntries(props))(stack);
      };
    };
    await service.deploy(withValue("first"));
    const another = await reviewed(service, withValue("second"));
    await deployAsReviewed(service, another);
    expect(another.changes.map(({ action, name }) => `${action} ${name}`).sort()).toEqual(
      [...idsOf("second").map((id) => `create ${id}`), ...idsOf("first").map((id) => `forget ${id}`)].sort(),
    );
    const ids = service.emulator.records.map(({ id }) => id);
    expect(ids.sort()).toEqual([...idsOf("first"), ...idsOf("second")].sort());
    expect(await service.plan(withValue("second"))).toMatchObject({ isEmpty: true });

    const changed = await reviewed(service, withValue("second", changes));
    const { calls } = await deployAsReviewed(service, changed);
    expect(operations(calls)).toEqual(
      Object.values(identities)
        .flatMap(([, to]) => to ?? [])
        .sort(),
    );
  }));

test("a prompt version without id has one of its content, literal or Terraform's: other content is another version, and is found again", () =>
  deployment(async (service) => {
    const build = (first: number, second: number): Build => {
      setVariables(service, { first, second });
      return (stack) => {
        const number = (name: string) => new TerraformVariable(stack, name, { type: "number" }).numberValue;
        const props = { ...promptVersion, id: undefined };
        new PromptVersion(stack, "literal", { ...props, promptID: "literal", temperature: first });
        new PromptVersion(stack, "support", { ...props, temperature: number("first"), max_tokens: number("second") });
      };
    };
    await service.deploy(build(1, 23));
    // digits that run together in the same way
    const review = await reviewed(service, build(12, 3));
    const temperature = { path: "temperature", before: 1, after: 12 };
    expect(review.changes).toMatchObject([
      { action: "version", fields: [{ path: "id" }, temperature] },
      { action: "version", fields: [{ path: "id" }, temperature, { path: "max_tokens", before: 23, after: 3 }] },
    ]);
    await deployAsReviewed(service, review);
    await service.deploy(build(1, 23));

    expect(await service.plan(build(1, 23))).toMatchObject({ isEmpty: true });
    expect(service.calls).toHaveLength(6);
    const ids = service.emulator.records.map(({ id }) => id);
    expect(ids).toEqual(Array(4).fill(expect.stringMatching(/^\w+\/v-[0-9a-f]{12}$/)));
  }));

/** Kind, where the problem is, the value of the field, and what the applier says of it. */
type Row = readonly [kind: keyof typeof samples, place: string, value: unknown, given: string];

const invalid: readonly Row[] = [
  ["experiment", "description", "hunter2 ".repeat(130), "given a string of 1040 characters; "],
  ["experiment", "allocation", 100.7246130582, "given a number; "],
  ["metric_source", "tags[1]", ["a", 7246130582], "given a number; "],
  ["metric_source", "owner.hunter", { hunter: "hunter2" }, ""],
  ["prompt_version", "id", "hunter2/", "given a string of 8 characters; "],
  ["ingestion_source", "source_name", "", ""],
];

/** The entity of a row, with a value in its place. */
function entityOf([kind, place]: Row, index: number, value: unknown): object {
  const name = `entity-${index}`;
  const [field = ""] = place.split(/[.[]/);
  const names = { ingestion_source: ["source_name"], metric_source: ["name"], assignment_source: ["name"] };
  const own = (names as Partial<Record<KindName, string[]>>)[kind] ?? ["name", "id"];
  return { ...samples[kind].sample, ...Object.fromEntries(own.map((each) => [each, name])), [field]: value };
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

import { TerraformVariable } from "cdktf";
import { PromptVersion } from "../../lib";
import type { KindName } from "../../lib/api/kind-names";
import { deployment, operations } from "../support/deployment";
import { type Build, oneOfEachWith, promptVersion } from "../support/samples";
import { deployAsReviewed, reviewed } from "./reviewed";
import { setVariables } from "./terraform-values";

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
    // the entry about the first ingestion source is a trace for the create of the second
    await deployAsReviewed(service, another, ["PATCH /console/v1/ingestion"]);
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

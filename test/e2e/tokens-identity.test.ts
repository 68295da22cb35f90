import { TerraformVariable } from "cdktf";
import type { Kind } from "../../lib/api/kinds";
import { type Deployment, deployment, operations } from "../support/deployment";
import { type Build, oneOfEachWith } from "../support/samples";
import { setVariables } from "./terraform-values";

/** What the value identifies of each kind, the identity in the emulator, and a change with the place that it is sent to. */
const rows: Readonly<
  Record<
    Kind,
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
        const props = Object.entries(rows).map(([kind, [identify, , change]]) => [
          kind,
          { ...identify(token), ...(isChanged && change) },
        ]);
        oneOfEachWith(Object.fromEntries(props))(stack);
      };
    };
    for (const value of ["first", "second"]) {
      expect((await service.deploy(withValue(value))).calls).toHaveLength(6);
      expect(await service.plan(withValue(value))).toMatchObject({ isEmpty: true });
    }
    for (const [kind, [, id]] of Object.entries(rows)) {
      expect(idsOf(service, kind)).toEqual([id("first"), id("second")]);
    }

    const { calls } = await service.deploy(withValue("second", true));
    const changes = Object.values(rows).flatMap(([, , , to]) => to ?? []);
    expect(operations(calls)).toEqual(changes.sort());
    expect(await service.plan(withValue("second", true))).toMatchObject({ isEmpty: true });
  }));

function idsOf({ emulator }: Deployment, kind: string): string[] {
  return emulator.records.filter((record) => record.kind === kind).map(({ id }) => id);
}

import { TerraformVariable } from "cdktf";
import { type Deployment, deployment, operations } from "./deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  type Build,
} from "./samples";
import { setVariables } from "./terraform-values";

interface Row {
  /** Declares entities that the token identifies. */
  readonly build: (token: string, isChanged: boolean) => Build;
  /** The identity of the entity, as the emulator writes it. */
  readonly idOf: (value: string) => string;
  /** Where a change is sent to; nowhere when the kind cannot be changed. */
  readonly changeOf?: (value: string) => string;
}

const rows: Readonly<Record<string, Row>> = {
  experiment: {
    build: (id, isChanged) => anExperiment({ id, ...(isChanged ? { allocation: 70 } : {}) }),
    idOf: (value) => value,
    changeOf: (value) => `POST /console/v1/experiments/${value}`,
  },
  metric_source: {
    build: (name, isChanged) => aMetricSource({ name: `${name} / all`, ...(isChanged ? { sql: "select 2" } : {}) }),
    idOf: (value) => `${value} / all`,
    changeOf: (value) => `POST /console/v1/metrics/metric_source/${value}%20%2F%20all`,
  },
  assignment_source: {
    build: (name, isChanged) => anAssignmentSource({ name, ...(isChanged ? { sql: "select 2" } : {}) }),
    idOf: (value) => value,
    changeOf: (value) => `POST /console/v1/experiments/assignment_source/${value}`,
  },
  ingestion_source: {
    build: (name, isChanged) => anIngestionSource({ source_name: name, ...(isChanged ? { enabled: false } : {}) }),
    idOf: (value) => `Metrics/s3/${value}`,
    changeOf: () => "PATCH /console/v1/ingestion",
  },
  segment: { build: (id) => aSegment({ id }), idOf: (value) => value },
  prompt_version: { build: (promptID) => aPromptVersion({ promptID }), idOf: (value) => `${value}/v1` },
};

test("a Terraform value may identify an entity of any kind: another value makes another, and a change is sent to it", () =>
  deployment(async (service) => {
    const withValue = (value: string, isChanged = false): Build => {
      setVariables(service, { value });
      return (stack) => {
        const token = new TerraformVariable(stack, "value", { type: "string" }).stringValue;
        for (const { build } of Object.values(rows)) build(token, isChanged)(stack);
      };
    };
    for (const value of ["first", "second"]) {
      expect((await service.deploy(withValue(value))).calls).toHaveLength(6);
      expect(await service.plan(withValue(value))).toMatchObject({ isEmpty: true });
    }
    for (const [kind, { idOf }] of Object.entries(rows)) {
      expect(idsOf(service, kind)).toEqual([idOf("first"), idOf("second")]);
    }

    const { calls } = await service.deploy(withValue("second", true));
    const changes = Object.values(rows).flatMap(({ changeOf }) => changeOf?.("second") ?? []);
    expect(operations(calls)).toEqual(changes.sort());
    expect(await service.plan(withValue("second", true))).toMatchObject({ isEmpty: true });
  }));

function idsOf({ emulator }: Deployment, kind: string): string[] {
  return emulator.records.filter((record) => record.kind === kind).map(({ id }) => id);
}

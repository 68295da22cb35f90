import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource } from "@cdktf/provider-null/lib/resource";
import { type TerraformStack, TerraformVariable } from "cdktf";
import { Experiment } from "../../../lib";
import { type Deployment, deployment, operations } from "../deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  type Build,
  experiment,
} from "../samples";
import { setVariables } from "../terraform-values";

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

test("an identity may be known only when another resource is there, and follows it", () =>
  deployment(async (service) => {
    const build =
      (revision: string): Build =>
      (stack) => {
        new NullProvider(stack, "null");
        const other = new Resource(stack, "other", { triggers: { revision } });
        // some versions of the null provider give the same id twice within a second
        new Experiment(stack, "checkout", { ...experiment, id: `checkout_${revision}_${other.id}` });
      };
    await service.deploy(build("1"));
    expect(await service.plan(build("1"))).toMatchObject({ isEmpty: true });
    await service.deploy(build("2"));

    const { resources } = await service.workspace.state();
    const { id } = resources.find(({ name }) => name === "other")?.instances[0]?.attributes ?? {};
    expect(idsOf(service, "experiment")).toEqual([expect.stringMatching(/^checkout_1_\d+$/), `checkout_2_${id}`]);
    expect(await service.plan(build("2"))).toMatchObject({ isEmpty: true });
  }));

test("an id that is derived from a name that only Terraform knows has no spaces either", () =>
  deployment(async (service) => {
    setVariables(service, { team: "a team" });
    const { calls } = await service.deploy((stack) => {
      new Experiment(stack, "checkout", {
        ...experiment,
        id: undefined,
        name: `Checkout of ${variable(stack, "team")}`,
      });
    });

    expect(calls).toMatchObject([{ body: { name: "Checkout of a team", id: "Checkout_of_a_team" } }]);
  }));

function variable(stack: TerraformStack, name: string): string {
  return new TerraformVariable(stack, name, { type: "string" }).stringValue;
}

function idsOf({ emulator }: Deployment, kind: string): string[] {
  return emulator.records.filter((record) => record.kind === kind).map(({ id }) => id);
}

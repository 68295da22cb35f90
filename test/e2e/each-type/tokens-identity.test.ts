import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource } from "@cdktf/provider-null/lib/resource";
import { type TerraformStack, TerraformVariable } from "cdktf";
import { Experiment } from "../../../lib";
import { type Deployment, deployment } from "../deployment";
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
  readonly what: string;
  /** A stack in which the token identifies an entity. */
  readonly build: (token: string, isChanged: boolean) => Build;
  readonly kind: string;
  /** The identity of the entity, as the emulator writes it. */
  readonly idOf: (value: string) => string;
  /** Where a change is sent to; nowhere when the kind cannot be changed. */
  readonly changeOf?: (value: string) => string;
}

const rows: readonly Row[] = [
  {
    what: "an experiment by its id",
    build: (id, isChanged) => anExperiment({ id, ...(isChanged ? { allocation: 70 } : {}) }),
    kind: "experiment",
    idOf: (value) => value,
    changeOf: (value) => `POST /console/v1/experiments/${value}`,
  },
  {
    what: "a metric source by its name",
    build: (name, isChanged) => aMetricSource({ name: `${name} / all`, ...(isChanged ? { sql: "select 2" } : {}) }),
    kind: "metric_source",
    idOf: (value) => `${value} / all`,
    changeOf: (value) => `POST /console/v1/metrics/metric_source/${value}%20%2F%20all`,
  },
  {
    what: "an assignment source by its name",
    build: (name, isChanged) => anAssignmentSource({ name, ...(isChanged ? { sql: "select 2" } : {}) }),
    kind: "assignment_source",
    idOf: (value) => value,
    changeOf: (value) => `POST /console/v1/experiments/assignment_source/${value}`,
  },
  {
    what: "an ingestion source by its source_name",
    build: (name, isChanged) => anIngestionSource({ source_name: name, ...(isChanged ? { enabled: false } : {}) }),
    kind: "ingestion_source",
    idOf: (value) => `Metrics/s3/${value}`,
    changeOf: () => "PATCH /console/v1/ingestion",
  },
  { what: "a segment by its id", build: (id) => aSegment({ id }), kind: "segment", idOf: (value) => value },
  {
    what: "a prompt version by its promptID",
    build: (promptID) => aPromptVersion({ promptID }),
    kind: "prompt_version",
    idOf: (value) => `${value}/v1`,
  },
];

test.each(rows)("a Terraform value may identify $what: other values make others", ({ build, kind, idOf, changeOf }) =>
  deployment(async (service) => {
    const withValue = (value: string, isChanged = false): Build => {
      setVariables(service, { value });
      return (stack) => build(new TerraformVariable(stack, "value", { type: "string" }).stringValue, isChanged)(stack);
    };
    await service.deploy(withValue("first"));
    expect(service.calls).toHaveLength(1);
    expect(await service.plan(withValue("first"))).toMatchObject({ isEmpty: true });

    await service.deploy(withValue("second"));
    expect(service.calls).toHaveLength(2);
    expect(idsOf(service, kind)).toEqual([idOf("first"), idOf("second")]);
    expect(await service.plan(withValue("second"))).toMatchObject({ isEmpty: true });

    if (changeOf === undefined) return;
    const { calls } = await service.deploy(withValue("second", true));
    expect(calls).toMatchObject([{ operation: changeOf("second") }]);
    expect(await service.plan(withValue("second", true))).toMatchObject({ isEmpty: true });
  }),
);

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

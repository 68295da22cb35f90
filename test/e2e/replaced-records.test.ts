import { type Deployment, deployment, unwrapped } from "./deployment";
import { anExperiment, anIngestionSource, type Build, resourceType } from "./samples";

interface Row {
  readonly what: string;
  readonly resource: string;
  readonly former: Build;
  readonly changed: Build;
  readonly field: string;
}

const rows: readonly Row[] = [
  {
    what: "the layer of an experiment",
    resource: "experiment_checkout_button",
    former: anExperiment({ layerID: "l1" }),
    changed: anExperiment({ layerID: "l2" }),
    field: "layerID",
  },
  {
    what: "the delta sharing of an ingestion source",
    resource: "ingestion_source_Metrics__s3__revenue",
    former: anIngestionSource({ use_delta_sharing: true }),
    changed: anIngestionSource({ use_delta_sharing: false }),
    field: "use_delta_sharing",
  },
];

/** Ways in which Terraform creates a record again, though the service has its entity. */
const ways: readonly (readonly [what: string, again: (service: Deployment, address: string) => Promise<unknown>])[] = [
  ["-replace", async () => undefined],
  ["taint", ({ workspace }, address) => workspace.terraform(["taint", address])],
  ["destroy", ({ workspace }) => workspace.terraform(["destroy", "-auto-approve", "-input=false"])],
];

const cases = rows.flatMap((row) => ways.map(([how, again]) => ({ ...row, how, again })));

test.each(cases)("a change of $what is refused also after $how, and the service keeps what it has", (row) =>
  deployment(async (service) => {
    const address = `${resourceType}.${row.resource}`;
    await service.deploy(row.former);
    await row.again(service, address);
    const kept = service.emulator.records.map(({ data }) => data);
    service.synth(row.changed);
    const replace = row.how === "-replace" ? [`-replace=${address}`] : [];
    const args = ["apply", "-auto-approve", "-input=false", ...replace];
    const { exitCode, output } = await service.workspace.terraform(args);

    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain(
      `an earlier deploy of this stack sent its create with a different ${row.field}, which no update can change`,
    );
    expect(service.emulator.records.map(({ data }) => data)).toEqual(kept);
    await service.deploy(row.former);
    expect(await service.plan(row.former)).toMatchObject({ isEmpty: true });
  }),
);

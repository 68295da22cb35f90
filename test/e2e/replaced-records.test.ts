import { type Deployment, deployment, unwrapped } from "./deployment";
import { anExperiment, anIngestionSource, resourceType, together } from "./samples";

const addresses = ["experiment_checkout_button", "ingestion_source_Metrics__s3__revenue"].map(
  (name) => `${resourceType}.${name}`,
);
const former = together(anExperiment({ layerID: "l1" }), anIngestionSource({ use_delta_sharing: true }));
const changed = together(anExperiment({ layerID: "l2" }), anIngestionSource({ use_delta_sharing: false }));

interface Row {
  readonly how: string;
  readonly again?: (service: Deployment) => Promise<unknown>;
  readonly options?: readonly string[];
}

/** Ways in which Terraform creates a record again, though the service has its entity. */
const ways: readonly Row[] = [
  { how: "-replace", options: addresses.map((address) => `-replace=${address}`) },
  {
    how: "taint",
    again: async ({ workspace }) => {
      for (const address of addresses) await workspace.terraform(["taint", address]);
    },
  },
  { how: "destroy", again: ({ workspace }) => workspace.terraform(["destroy", "-auto-approve", "-input=false"]) },
];

test.each(ways)(
  "a change that no update can make is refused also after $how, and the service keeps what it has",
  (row) =>
    deployment(async (service) => {
      await service.deploy(former);
      await row.again?.(service);
      const kept = service.emulator.records.map(({ data }) => data);
      service.synth(changed);
      const args = ["apply", "-auto-approve", "-input=false", ...(row.options ?? [])];
      const { exitCode, output } = await service.workspace.terraform(args);

      expect(exitCode).toBe(1);
      for (const field of ["layerID", "use_delta_sharing"]) {
        expect(unwrapped(output)).toContain(
          `an earlier deploy of this stack sent its create with a different ${field}, which no update can change`,
        );
      }
      expect(service.emulator.records.map(({ data }) => data)).toEqual(kept);
      await service.deploy(former);
      expect(await service.plan(former)).toMatchObject({ isEmpty: true });
    }),
);

/** Keeps the states of the present version, for the tests of later ones. CONTRIBUTING says how it is run. */
const [, , version = "", resourceType = ""] = process.argv;
// the samples take it from jest's projects
Object.assign(globalThis, { RESOURCE_TYPE: resourceType });

async function make(): Promise<void> {
  const { accessTo, deployment } = require("../../support/deployment") as typeof import("../../support/deployment");
  const { deployedBy, FORMER_PORT, formerReleases, keepState, variables } =
    require("../former-release") as typeof import("../former-release");
  const { experiment } = require("../../support/samples") as typeof import("../../support/samples");
  const release = formerReleases.find((each) => each === version);
  if (release === undefined) throw new Error(`${version} is not among ${formerReleases.join(", ")}`);

  await deployment(
    async (service) => {
      await service.callByHand({
        operation: "POST /console/v1/experiments",
        body: { ...experiment, id: "layered_too" },
      });
      await service.deploy(deployedBy({ baseUrl: service.emulator.baseUrl }));
      keepState(JSON.stringify(await service.workspace.state()), release);
    },
    { emulator: { port: FORMER_PORT }, environment: (emulator) => ({ ...accessTo(emulator), ...variables }) },
  );
}

make().then(
  () => process.exit(),
  (error: Error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  },
);

import { TerraformStack } from "cdktf";
import { command } from "../cli/command";
import { accessTo, deployment } from "../support/deployment";
import { provider } from "../support/provider";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aSegment,
  aService,
  type Build,
  makesService,
  together,
} from "../support/samples";
import type { ReviewJson, StackJson } from "./reviewed";

type Stacks = Readonly<Record<string, Build>>;

/** Of another service than the others. */
const production = (...builds: Build[]) => together(aService({ apiKeyVariable: "PRODUCTION_KEY" }), ...builds);
const stays = aMetricSource();
const running = together(
  anExperiment({ assignmentSourceName: "exposures" }),
  anExperiment({ id: "of_events", assignmentSourceName: "events" }, "of-events"),
);
const events = (sql: string) => anAssignmentSource({ name: "events", sql }, "events");

const first: Stacks = {
  sources: anAssignmentSource(),
  tests: running,
  former: together(
    aSegment(),
    anIngestionSource(),
    anExperiment({ id: "moved" }),
    anExperiment({ id: "taken", duration: 14 }, "taken"),
  ),
  latter: stays,
  production: production(events("select 1"), anExperiment({ id: "banner" })),
};

const next: Stacks = {
  sources: anAssignmentSource({ sql: "select 2" }),
  tests: together(running, anExperiment({ id: "banner", adopt: true }, "banner")),
  former: anAssignmentSource({ name: "other" }),
  latter: together(
    stays,
    aSegment(),
    anIngestionSource(),
    anExperiment({ id: "moved", allocation: 60 }),
    anExperiment({ id: "taken", adopt: true, allocation: 20 }, "taken"),
  ),
  production: production(events("select 2")),
};

test("what stacks under review do to each other is told, and only of those of one service", async () => {
  const reviews: Readonly<Record<string, StackJson>>[] = [];
  await deployment(
    async ({ workspace }) => {
      const { directory } = workspace;
      const synth = (stacks: Stacks) =>
        workspace.synthAll((root) => {
          for (const [name, build] of Object.entries(stacks)) {
            (makesService(build) ? build : together(aService(), build))(new TerraformStack(root, name));
          }
        });
      const stacks = Object.keys(first).map((name) => workspace.stack(name));
      synth(first);
      for (const stack of stacks) expect(await stack.apply()).toMatchObject({ exitCode: 0 });
      synth(next);
      for (const stack of stacks) await stack.succeed(["plan", "-out=plan"]);
      const environment = { PATH: process.env.PATH ?? "", ...(await provider()).environment };
      const reviewed = async (...names: string[]) => {
        const said = await command(["review", ...names, "--format", "json"], { directory, environment });
        expect(said).toMatchObject({ exitCode: 0, stderr: "" });
        return Object.fromEntries((JSON.parse(said.stdout) as ReviewJson).stacks.map((stack) => [stack.name, stack]));
      };
      reviews.push(await reviewed(), await reviewed("sources", "former"));
    },
    { environment: (service) => ({ ...accessTo(service), PRODUCTION_KEY: service.key }) },
  );
  const [all = {}, alone = {}] = reviews;

  // a source that changes names the active experiments of other stacks
  expect(all.sources?.changes).toMatchObject([
    { risks: [{ name: "source-in-use", text: expect.stringContaining("; checkout_button runs on it: ") }] },
  ]);
  expect(alone.sources?.changes).toMatchObject([{ action: "update", risks: [] }]);

  // another service has nothing to do with that, even where entities have the same names
  expect(all.production?.service?.apiKeyVariable).toBe("PRODUCTION_KEY");
  expect(all.production?.changes).toMatchObject([
    { action: "update", name: "events", risks: [] },
    { action: "forget", name: "banner", risks: [{ name: "running-unmanaged" }] },
  ]);
  expect(all.tests?.changes).toMatchObject([{ action: "adopt", risks: [{ name: "unknown-before" }] }]);

  const moved = (fact: string) => ({ name: "moved-without-adopt", text: expect.stringContaining(fact) });
  // what another stack takes over is compared with what the former one sent, and has not left the code
  expect(all.former?.changes.map(({ action, name }) => `${action} ${name}`)).toEqual(["create other"]);
  expect(all.latter?.changes).toMatchObject([
    { action: "create", name: "beta_testers", risks: [moved("will refuse the create")] },
    { action: "create", name: "moved", risks: [moved("will refuse the create")] },
    { action: "create", name: "Metrics/s3/revenue", risks: [moved("may make a second one")] },
    {
      action: "adopt",
      name: "taken",
      fields: [
        { path: "allocation", before: 50, after: 20 },
        { path: "duration", before: 14, noLongerSent: true },
      ],
      risks: [{ name: "running-allocation" }, { name: "running-horizon" }],
    },
  ]);
  expect(all.latter?.changes[1]).not.toHaveProperty("transition");
  const gone = alone.former?.changes.filter(({ action }) => action === "forget");
  expect(gone?.map(({ name, risks }) => [name, ...risks.map((risk) => risk.name)])).toEqual([
    ["moved", "running-unmanaged"],
    ["taken", "running-unmanaged"],
    ["Metrics/s3/revenue"],
    ["beta_testers"],
  ]);
});

import { TerraformStack } from "cdktf";
import { command } from "../cli/command";
import { accessTo, deployment } from "../support/deployment";
import { provider } from "../support/provider";
import {
  anAssignmentSource,
  anExperiment,
  aSegment,
  aService,
  type Build,
  makesService,
  together,
} from "../support/samples";
import type { ReviewJson } from "./reviewed";

type Stacks = Readonly<Record<string, Build>>;

/** Deploys an app, plans another version of it, and reviews these of its stacks. */
async function reviewedStacks(first: Stacks, next: Stacks, ...reviews: readonly string[][]): Promise<ReviewJson[]> {
  const results: ReviewJson[] = [];
  await deployment(
    async ({ workspace }) => {
      const synth = (stacks: Stacks) =>
        workspace.synthAll((root) => {
          for (const [name, build] of Object.entries(stacks)) {
            (makesService(build) ? build : together(aService(), build))(new TerraformStack(root, name));
          }
        });
      synth(first);
      for (const name of Object.keys(first)) expect(await workspace.stack(name).apply()).toMatchObject({ exitCode: 0 });
      synth(next);
      for (const name of Object.keys(next)) {
        const stack = workspace.stack(name);
        await stack.succeed(["plan", "-out=plan"]);
        expect(await stack.succeed(["show", "-json", "plan"])).toContain('"planned_values"');
      }
      for (const names of reviews) {
        const environment = { PATH: process.env.PATH ?? "", ...(await provider()).environment };
        const said = await command(["review", ...names, "--format", "json"], {
          directory: workspace.directory,
          environment,
        });
        expect(said).toMatchObject({ exitCode: 0, stderr: "" });
        results.push(JSON.parse(said.stdout) as ReviewJson);
      }
    },
    { environment: (service) => ({ ...accessTo(service), PRODUCTION_KEY: service.key }) },
  );
  return results;
}

const uses = anExperiment({ assignmentSourceName: "exposures" });

test("a source that changes names the active experiments of all stacks under review", async () => {
  const [both, one] = await reviewedStacks(
    { sources: anAssignmentSource(), tests: uses },
    { sources: anAssignmentSource({ sql: "select 2" }), tests: uses },
    [],
    ["sources"],
  );

  expect(both?.stacks.map(({ name, changes }) => [name, changes.length])).toEqual([
    ["sources", 1],
    ["tests", 0],
  ]);
  expect(both?.stacks[0]?.changes[0]?.risks).toMatchObject([
    { name: "source-in-use", text: expect.stringContaining("1 experiment that runs (checkout_button) refers to this") },
  ]);
  expect(one?.stacks[0]?.changes[0]?.risks).toEqual([]);
});

test("stacks of two services have nothing to do with each other, even where entities have the same names", async () => {
  const production = (...builds: Build[]) => together(aService({ apiKeyVariable: "PRODUCTION_KEY" }), ...builds);
  const staging = together(anExperiment({ id: "banner", assignmentSourceName: "events" }), anAssignmentSource());
  const events = { name: "events", sql: "select 2" };
  const [review] = await reviewedStacks(
    // the service of these tests is one, so that names differ until the second synthesis
    { staging, production: production(anExperiment(), anAssignmentSource({ ...events, sql: "select 1" }, "events")) },
    {
      staging: together(staging, anExperiment({ adopt: true }, "same")),
      production: production(anAssignmentSource(events, "events")),
    },
    [],
  );

  const [ofProduction, ofStaging] = review?.stacks ?? [];
  expect([ofStaging?.service?.apiKeyVariable, ofProduction?.service?.apiKeyVariable]).toEqual([
    "SERVICE_API_KEY",
    "PRODUCTION_KEY",
  ]);
  expect(ofStaging?.changes).toMatchObject([{ action: "adopt", risks: [{ name: "unknown-before" }] }]);
  expect(ofProduction?.changes).toMatchObject([
    { action: "update", name: "events", risks: [] },
    { action: "forget", name: "checkout_button", risks: [{ name: "running-unmanaged" }] },
  ]);
});

test("what moves to another stack is compared with what the former one sent, and its create will be refused", async () => {
  const [review] = await reviewedStacks(
    { former: together(anExperiment(), aSegment()), latter: anAssignmentSource() },
    { former: anAssignmentSource({ name: "other" }), latter: together(aSegment(), anExperiment({ allocation: 60 })) },
    [],
  );
  const [former, latter] = review?.stacks ?? [];

  expect(former?.changes.map(({ action }) => action)).toEqual(["create"]);
  expect(latter?.changes).toMatchObject([
    { action: "create", name: "beta_testers", risks: [{ name: "moved-without-adopt" }] },
    { action: "create", name: "checkout_button", risks: [{ name: "moved-without-adopt" }] },
    { action: "forget", name: "exposures", risks: [] },
  ]);
  expect(latter?.changes[1]).not.toHaveProperty("transition");
  expect(latter?.changes[0]?.risks[0]?.text).toMatch(/^it leaves stack former, .* terraform state mv, .* adopt: true$/);
});

test("an entity that another stack takes over has not left the code", async () => {
  const arriving = anExperiment({ adopt: true, allocation: 20 });
  const [both, one] = await reviewedStacks(
    { former: together(anExperiment({ duration: 14 }), aSegment()), latter: anAssignmentSource() },
    { former: aSegment(), latter: together(anAssignmentSource(), arriving) },
    [],
    ["former"],
  );

  expect(both?.stacks.map(({ changes }) => changes.map(({ action, name }) => `${action} ${name}`))).toEqual([
    [],
    ["adopt checkout_button"],
  ]);
  expect(both?.stacks[1]?.changes).toMatchObject([
    {
      fields: [
        { path: "allocation", before: 50, after: 20 },
        { path: "duration", before: 14, noLongerSent: true },
      ],
      risks: [{ name: "running-allocation" }, { name: "running-horizon" }],
    },
  ]);
  expect(one?.stacks[0]?.changes).toMatchObject([
    { action: "forget", name: "checkout_button", risks: [{ name: "running-unmanaged" }] },
  ]);
});

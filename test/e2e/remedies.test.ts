import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { TerraformVariable } from "cdktf";
import { ExperimentationService } from "../../lib";
import { accessTo, type Deployment, operations, unwrapped } from "../support/deployment";
import {
  aMetricSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  type Build,
  experiment,
  ingestionSource,
  makingService,
  metricSource,
  promptVersion,
  segment,
  together,
  without,
} from "../support/samples";
import { ADOPT } from "./killing";
import { nextOf, paste, project } from "./pasted";

const experimentByHand = { operation: "POST /console/v1/experiments", body: { ...experiment, allocation: 1 } };

/** What somebody made by hand: one entity of each kind that can exist before its create. */
const byHand = [
  experimentByHand,
  { operation: "POST /console/v1/metrics/metric_source", body: { ...metricSource, sql: "select 0" } },
  { operation: "POST /console/v1/ingestion", body: { ...ingestionSource, enabled: false } },
  { operation: "POST /console/v1/segments", body: segment },
  { operation: "POST /console/v1/prompts/support_bot/versions", body: without(promptVersion, "promptID") },
];

/** Those that have an update, and those that have none. */
const everyKind = (adopt?: boolean): Build =>
  together(
    ...[anExperiment, aMetricSource, anIngestionSource, aSegment, aPromptVersion].map((build) => build({ adopt })),
  );

/** Failures, each with what lets it happen and follows the message: it returns what is declared then, and so plans nothing. */
const remedies: Readonly<Record<string, (service: Deployment) => Promise<Build>>> = {
  "a create that meets what exists: the command": async (service) => {
    for (const call of byHand) await service.callByHand(call);
    const { output } = await service.deploy(everyKind(), { expect: "failure" });
    expect(nextOf(output, "stack/checkout")).toMatch(/to make another, give it another id, and deploy again$/);
    await pasted(service, nextOf(output, "stack/checkout"));

    expect(service.emulator.record("experiment", "checkout_button")).toEqual(experiment);
    expect(service.emulator.records).toHaveLength(byHand.length);
    return everyKind();
  },

  "entities that have another type of resource, on a fresh runner: the variable": async (service) => {
    await service.deploy(everyKind());
    const elsewhere = await service.onAnotherRunner();
    const build = makingService((stack) => {
      new ExperimentationService(stack, "service", { resourceType: "null_resource" });
      everyKind()(stack);
    });
    await elsewhere.workspace.deploy(build, ADOPT);
    // a service without a unique key would make a second one of any create
    expect(operations(service.calls).filter((operation) => operation === "POST /console/v1/ingestion")).toHaveLength(1);
    expect(await elsewhere.workspace.plan()).toMatchObject({ isEmpty: true });
    return everyKind();
  },

  "an update of what was deleted in the service, in a stack with a variable": async (service) => {
    const build =
      (enabled: boolean): Build =>
      (stack) => {
        const table = new TerraformVariable(stack, "table", { type: "string" }).stringValue;
        aMetricSource({ sql: `select * from ${table}`, isVerified: enabled })(stack);
        anIngestionSource({ enabled })(stack);
      };
    await service.deploy(build(true));
    service.emulator.reset();
    const { output } = await service.deploy(build(false), { expect: "failure" });
    for (const id of ["orders", "revenue"]) {
      const next = nextOf(output, `stack/${id}`);
      expect(next).toMatch(/^check the base URL and the API key in SERVICE_API_KEY: another service, or another/);
      expect(next).toContain("` (in the directory of cdktf.json, with your -var options), which ");
      await pasted(service, next, id === "revenue", "-var table=orders");
    }
    expect(service.emulator.record("metric_source", "orders")).toMatchObject({ sql: "select * from orders" });
    expect(operations(service.calls).filter((operation) => operation === "POST /console/v1/ingestion")).toHaveLength(1);
    return build(false);
  },

  "an update of what was deleted in the service, and made by somebody else since": async (service) => {
    await service.deploy(anExperiment());
    service.emulator.reset();
    const { output } = await service.deploy(anExperiment({ allocation: 20 }), { expect: "failure" });
    await service.callByHand(experimentByHand);
    const replaced = await paste(service, nextOf(output));
    expect(service.emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 1 });
    await pasted(service, nextOf(unwrapped(replaced.output)));
    return anExperiment({ allocation: 20 });
  },

  "a create whose response was lost: the command": (service) => losesAndAdopts(service, "whose response was lost"),

  "a create whose response was lost with another API key: the command": (service) =>
    losesAndAdopts(service, "with another API key", () => {
      const [entry = ""] = entriesOf(service);
      renameSync(dirname(entry), dirname(entry).replace(/-[^-]*$/, "-another"));
    }),

  "an ingestion source that comes back into the code: the command": async (service) => {
    await service.deploy(anIngestionSource());
    await service.deploy(aMetricSource());
    const { output } = await service.deploy(anIngestionSource(), { expect: "failure" });
    await pasted(service, nextOf(output));
    expect(service.emulator.records).toHaveLength(2);
    return anIngestionSource();
  },

  "an ingestion source that no update can look for, and whose create got no response": (service) => {
    service.emulator.fail({ status: 504, effect: false });
    return removesEntry(service);
  },

  "an ingestion source that no update can look for, and that comes back into the code": async (service) => {
    await service.deploy(lacking);
    await service.deploy(aMetricSource());
    service.emulator.reset();
    return removesEntry(service);
  },

  "a create that another deploy has taken over": async (service) => {
    service.emulator.fail({ status: 429, headers: { "Retry-After": "2" } });
    const deployed = service.deploy(anExperiment(), { expect: "failure" });
    while (service.emulator.calls[0]?.status === undefined) await pause(10);
    for (const entry of entriesOf(service))
      writeFileSync(entry, JSON.stringify({ ...JSON.parse(readFileSync(entry, "utf8")), run: "of another deploy" }));
    expect(nextOf((await deployed).output)).toBe("when the other deploy has ended, deploy again");
    await service.deploy(anExperiment());
    expect(operations(service.calls)).toEqual(Array(2).fill("POST /console/v1/experiments"));
    return anExperiment();
  },

  "dryRun on what is deployed": async (service) => {
    await service.deploy(aMetricSource());
    const { output } = await service.deploy(aMetricSource({ dryRun: true, sql: "select 2" }), { expect: "failure" });
    expect(nextOf(output)).toMatch(
      /dryRun has taken it out of the state: replace dryRun: true with adopt: true and deploy again;/,
    );
    await service.deploy(aMetricSource({ adopt: true }));
    return aMetricSource();
  },
};

const lacking = anIngestionSource({ dataset: undefined });

/** Creates what is not there, as the error of a create says that nothing can look for. */
async function removesEntry(service: Deployment): Promise<Build> {
  const { output } = await service.deploy(lacking, { expect: "failure" });
  const [, path = ""] = /if not, remove (\S+) \(in the directory of cdktf\.json\)/.exec(nextOf(output)) ?? [];
  rmSync(join(service.workspace.directory, path));
  await service.deploy(lacking);

  expect(service.emulator.records).toHaveLength(1);
  return lacking;
}

/** Loses the responses of creates, and follows what the next deploy says of what exists. */
async function losesAndAdopts(service: Deployment, why: string, meanwhile = () => {}): Promise<Build> {
  const build = together(anExperiment(), aSegment(), anIngestionSource());
  service.emulator.fail({ status: 500, effect: true, times: 3 });
  await service.deploy(build, { expect: "failure" });
  meanwhile();
  const { output } = await service.deploy(build, { expect: "failure" });
  for (const error of output.split("Error: local-exec").slice(1)) expect(error).toContain(why);
  await pasted(service, nextOf(output, "stack/checkout"));

  expect(service.emulator.records).toHaveLength(3);
  return build;
}

/** Paths of the journal's entries. */
function entriesOf({ workspace }: Deployment): readonly string[] {
  const folder = join(workspace.stackDirectory, "journal");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".json")).map((name) => join(folder, name));
}

test.concurrent.each(Object.entries(remedies))("%s", (_, follow) =>
  project(
    async (service) => {
      const declared = await follow(service);

      expect(await service.plan(declared)).toMatchObject({ isEmpty: true });
    },
    // one of the stacks has a variable
    { environment: (emulator) => ({ ...accessTo(emulator), TF_VAR_table: "orders" }) },
  ),
);

/** Runs the command of a message, which has to succeed, or is only a part of what has to be done. */
async function pasted(service: Deployment, text: string, isLast = true, options = ""): Promise<void> {
  const { exitCode, output } = await paste(service, text, options);
  if (isLast && exitCode !== 0) throw new Error(output);
}

import { rmSync } from "node:fs";
import { join } from "node:path";
import { TerraformVariable } from "cdktf";
import { ExperimentationService } from "../../lib";
import { accessTo, type Deployment, operations } from "../support/deployment";
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

/** What somebody made by hand: one entity of each kind that can exist before its create. */
const byHand = [
  { operation: "POST /console/v1/experiments", body: { ...experiment, allocation: 1 } },
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
    expect(nextOf(output, "stack/checkout")).toMatch(/to make another, give it another id$/);
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

  "an ingestion source that no update can look for, and that is not there": async (service) => {
    const lacking = anIngestionSource({ dataset: undefined });
    service.emulator.fail({ status: 504, effect: false });
    const { output } = await service.deploy(lacking, { expect: "failure" });
    const [, path = ""] = /if not, remove (\S+) \(in the directory of cdktf\.json\)/.exec(nextOf(output)) ?? [];
    rmSync(join(service.workspace.directory, path));
    await service.deploy(lacking);

    expect(service.emulator.records).toHaveLength(1);
    return lacking;
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

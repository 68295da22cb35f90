import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { TerraformStack } from "cdktf";
import { PromptVersion, Segment } from "../../lib";
import { kindNames } from "../../lib/api/kind-names";
import { textOfFile } from "../../lib/protocol/whole-file";
import { parseJson } from "../../lib/value/json";
import { type Deployment, deployment, unwrapped } from "../support/deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  aService,
  assignmentSource,
  experiment,
  oneOfEach,
  promptVersion,
  samples,
  segment,
  together,
} from "../support/samples";
import { ADOPT, applyUntil, type Order, PARALLELISM } from "./killing";
import { nextOf, paste, project } from "./pasted";

/** What has a create: one entity of each kind but the assignment source. */
const created = together(anExperiment(), aMetricSource(), aSegment(), anIngestionSource(), aPromptVersion());

test.concurrent("a deploy that is killed before its creates took effect is completed by the next", () =>
  deployment(async (service) => {
    await killedInFirstCalls(service, false);

    await service.deploy(created);
    expect(await service.plan(created)).toMatchObject({ isEmpty: true });
  }));

test.concurrent("a deploy that is killed after its creates took effect is completed by the command in the errors of the next one", () =>
  deployment(async (service) => {
    await killedInFirstCalls(service, true);
    const { output } = await service.deploy(created, { expect: "failure" });
    for (const id of ["beta", "checkout", "orders", "revenue", "support"]) {
      expect(nextOf(output, `stack/${id}`)).toContain("`SERVICE_ADOPT_EXISTING=true terraform -chdir=");
    }
    await service.deploy(created, ADOPT);
    expect(await service.plan(created)).toMatchObject({ isEmpty: true });
  }));

/** With time for the responses of a busy machine; those that never come are waited for no longer. */
const each = together(aService({ attemptTimeoutSeconds: 4 }), oneOfEach);

test.concurrent.each<[string, Order]>([
  ["terraform is killed", "terraform SIGKILL"],
  ["an applier is killed", "applier SIGKILL"],
  ["everything is interrupted", "all SIGINT"],
])("where %s with creates under way, one command completes it", (_, order) =>
  deployment(async (service) => {
    const { emulator } = service;
    emulator.fail({ hang: true, effect: true, times: PARALLELISM });
    service.synth(each);
    const hasBegun = () => emulator.calls.filter(({ body }) => body !== undefined).length === PARALLELISM;
    expect((await applyUntil(service, order, hasBegun)).exitCode).not.toBe(0);

    await service.deploy(each, ADOPT);
    const kept = kindNames.map((kind) => emulator.record(kind, samples[kind].identity));
    expect(kept).toEqual(kindNames.map((kind) => expect.objectContaining(samples[kind].sample)));
    expect(emulator.records).toHaveLength(kindNames.length);
    expect(await service.plan(each)).toMatchObject({ isEmpty: true });
  }),
);

/** A call that is cut off while Terraform's state has it as done. */
interface Row {
  readonly operation: string;
  readonly resource: string;
  /** What the call sends and no call before did. */
  readonly sends?: string;
  readonly verb: "create" | "update" | "upsert";
  /** The beginning of the remedy that the warning gives. */
  readonly remedy: "change its reapply" | "run `terraform";
}

const rows: readonly Row[] = [
  {
    operation: "POST /console/v1/experiments/checkout_button",
    resource: "experiment_checkout_button_revision",
    sends: "new",
    verb: "update",
    remedy: "change its reapply",
  },
  {
    operation: "POST /console/v1/experiments/assignment_source/exposures",
    resource: "assignment_source_exposures",
    verb: "upsert",
    remedy: "change its reapply",
  },
  {
    operation: "POST /console/v1/prompts/support_bot/versions",
    resource: "prompt_version_support_bot__v1",
    verb: "create",
    remedy: "run `terraform",
  },
];

/** What is deployed before, what each row's call is for, and entities whose calls end at once: with each, Terraform saves its state. */
const former = anExperiment();
const cutOffBuild = (reapply?: string) =>
  together(anExperiment({ hypothesis: "new", reapply }), anAssignmentSource({ reapply }), (stack: TerraformStack) => {
    new PromptVersion(stack, "support", promptVersion);
    for (let index = 0; index < 4; index++) {
      new Segment(stack, `quick-${index}`, { ...segment, id: `quick_${index}`, name: `Quick ${index}` });
    }
  });

test.concurrent.each([
  { when: "before they took effect", effect: false },
  { when: "after they took effect", effect: true },
])("calls that the state has as done, cut off $when, are warned of, and the remedies work", ({ effect }) =>
  project(async (service) => {
    await cutOff(service, effect);
    let warnings: string[] = [];
    for (let left = 200; warnings.length < rows.length && left > 0; left--) {
      // processes that were killed take a moment to be gone
      await pause(20);
      service.synth(cutOffBuild());
      warnings = warningsIn(service);
    }

    expect(warnings).toHaveLength(rows.length);
    for (const { verb, remedy } of rows) {
      expect(warnings).toContainEqual(
        expect.stringMatching(
          new RegExp(`the ${verb} that started at 20\\d\\d-[\\dT:.-]+Z was cut off; if the plan does not.* ${remedy}`),
        ),
      );
    }
    await service.deploy(cutOffBuild("again"));
    await runPasted(service, warnings.find((warning) => warning.startsWith("prompt version")) ?? "");

    expect(service.emulator.record("experiment", "checkout_button")).toEqual({ ...experiment, hypothesis: "new" });
    expect(service.emulator.record("assignment_source", "exposures")).toEqual(assignmentSource);
    expect(service.emulator.record("prompt_version", "support_bot/v1")).toEqual(promptVersion);
    service.synth(cutOffBuild("again"));
    expect(warningsIn(service)).toEqual([]);
  }),
);

/** Deploys, and kills everything when the calls of all rows are under way and Terraform has saved them as done. */
async function cutOff(service: Deployment, effect: boolean): Promise<void> {
  const { emulator } = service;
  await service.deploy(former);
  const { length } = emulator.calls;
  const isUnderWay = (row: Row) => service.calls.slice(length).some(({ operation }) => operation === row.operation);
  for (const { operation } of rows) emulator.fail({ match: { path: operation.split(" ")[1] }, hang: true, effect });
  // so long that the last of them ends when those calls have begun
  emulator.fail({ match: { kind: "segment" }, delay: 300, times: 4 });
  service.synth(cutOffBuild());
  // a kill while Terraform writes the state would tear it, and after the segments nothing is left to write
  const areSegmentsDone = () =>
    emulator.calls.filter(({ kind, status }) => kind === "segment" && status === 201).length === 4;
  let state = "";
  let since = 0;
  const isTime = () => {
    const text = textOfFile(service.workspace.statePath) ?? "";
    if (text !== state) [state, since] = [text, Date.now()];
    const isAtRest = Date.now() - since > 500;
    return isAtRest && areSegmentsDone() && rows.every((row) => isUnderWay(row) && hasAsDone(text, row));
  };
  const { exitCode } = await applyUntil(service, "all SIGKILL", isTime, 10);
  expect(exitCode).toBeNull();
}

/** Runs the command that a message gives, and the one that its error gives, if it meets what was made after all. */
async function runPasted(service: Deployment, message: string): Promise<void> {
  const first = await paste(service, message);
  const { output } = first.exitCode === 0 ? first : await paste(service, nextOf(unwrapped(first.output)));
  expect(output).toContain("Apply complete!");
}

async function killedInFirstCalls(service: Deployment, effect: boolean): Promise<void> {
  const { emulator } = service;
  emulator.fail({ hang: true, effect, times: 5 });
  service.synth(created);
  const haveBegun = () => emulator.calls.filter(({ body }) => body !== undefined).length === 5;
  expect((await applyUntil(service, "all SIGKILL", haveBegun, 5)).exitCode).toBeNull();
}

/** The warnings of the last synth about calls that were cut off, but for those of the quick segments. */
function warningsIn({ workspace }: Deployment): string[] {
  const text = readFileSync(`${workspace.directory}/cdktf.out/manifest.json`, "utf8");
  const { stacks } = JSON.parse(text) as { stacks: Record<string, { annotations: { message: string }[] }> };
  return Object.values(stacks)
    .flatMap(({ annotations }) => annotations.map(({ message }) => message))
    .filter((message) => message.includes("cut off") && !message.startsWith("segment"));
}

/** Whether a state has the resource of a call with what it sends, and not as failed. */
function hasAsDone(text: string, { resource, sends = "" }: Row): boolean {
  // undefined where there is none yet, or it is being written
  const state = parseJson(text) as State | undefined;
  return (state?.resources ?? []).some(
    ({ name, instances: [instance] }) =>
      name === resource && instance?.status === undefined && JSON.stringify(instance).includes(sends),
  );
}

interface State {
  readonly resources: readonly { readonly name: string; readonly instances: readonly { readonly status?: string }[] }[];
}

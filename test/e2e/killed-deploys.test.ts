import { setTimeout as pause } from "node:timers/promises";
import { kindNames } from "../../lib/api/kind-names";
import { textOfFile } from "../../lib/protocol/whole-file";
import { parseJson } from "../../lib/value/json";
import { type Deployment, deployment, unwrapped } from "../support/deployment";
import {
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
  together,
} from "../support/samples";
import { ADOPT, applyUntil, cutOffWarnings, type Order, PARALLELISM } from "./killing";
import { nextOf, paste, project } from "./pasted";

/** With time for the responses of a busy machine; those that never come are waited for no longer. */
const each = together(aService({ attemptTimeoutSeconds: 4 }), oneOfEach);

test.concurrent.each<[string, Order]>([
  ["terraform is killed", "terraform SIGKILL"],
  ["an applier is killed", "applier SIGKILL"],
  ["everything is interrupted", "all SIGINT"],
  ["everything is killed", "all SIGKILL"],
])("where %s with creates under way, one deploy completes it", (_, order) =>
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

test.concurrent("a deploy that is killed before its creates took effect is completed by the next", () =>
  deployment(async (service) => {
    // nothing here ends before the kill, so that Terraform saves no create as done
    const created = together(anExperiment(), aSegment(), anIngestionSource());
    service.emulator.fail({ hang: true, times: PARALLELISM });
    service.synth(created);
    await applyUntil(service, "all SIGKILL", () => service.emulator.calls.length === PARALLELISM);

    await service.deploy(created);
    expect(await service.plan(created)).toMatchObject({ isEmpty: true });
  }));

/** Calls that are cut off while Terraform's state has them as done, and what the state has of each. */
const rows = [
  {
    operation: "POST /console/v1/experiments/checkout_button",
    resource: "experiment_checkout_button_revision",
    sends: "new",
    warns: "the update that .* change its reapply",
  },
  {
    operation: "POST /console/v1/experiments/assignment_source/exposures",
    resource: "assignment_source_exposures",
    sends: "",
    warns: "the upsert that .* change its reapply",
  },
  {
    operation: "POST /console/v1/prompts/support_bot/versions",
    resource: "prompt_version_support_bot__v1",
    sends: "",
    warns: "the create that .* run `terraform",
  },
];

/** What each row's call is for, and entities whose calls end at once: with each, Terraform saves its state. */
const cutOffBuild = (reapply?: string) =>
  together(
    anExperiment({ hypothesis: "new", reapply }),
    anAssignmentSource({ reapply }),
    aPromptVersion(),
    ...[0, 1, 2, 3].map((index) => aSegment({ id: `quick_${index}`, name: `Quick ${index}` }, `quick-${index}`)),
  );

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

    for (const { warns } of rows) expect(warnings).toContainEqual(expect.stringMatching(warns));
    await service.deploy(cutOffBuild("again"));
    const first = await paste(service, warnings.find((warning) => warning.startsWith("prompt version")) ?? "");
    // after a create that took effect, the next step of its error
    const last = effect ? await paste(service, nextOf(unwrapped(first.output))) : first;
    expect(last.output).toContain("Apply complete!");

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
  await service.deploy(anExperiment());
  const { length } = emulator.calls;
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
    const operations = service.calls.slice(length).map(({ operation }) => operation);
    return (
      Date.now() - since > 500 &&
      areSegmentsDone() &&
      rows.every((row) => operations.includes(row.operation) && hasAsDone(text, row))
    );
  };
  expect((await applyUntil(service, "all SIGKILL", isTime, 10)).exitCode).toBeNull();
}

/** The warnings of the last synth about calls that were cut off, but for those of the quick segments. */
function warningsIn(service: Deployment): string[] {
  return cutOffWarnings(service).filter((message) => !message.startsWith("segment"));
}

/** Whether a state has the resource of a call with what it sends, and not as failed. */
function hasAsDone(text: string, { resource, sends }: (typeof rows)[number]): boolean {
  // undefined where there is none yet, or it is being written
  const state = parseJson(text) as { readonly resources: readonly Resource[] } | undefined;
  const [instance] = state?.resources.find(({ name }) => name === resource)?.instances ?? [];
  return instance !== undefined && instance.status === undefined && JSON.stringify(instance).includes(sends);
}

interface Resource {
  readonly name: string;
  readonly instances: readonly { readonly status?: string }[];
}

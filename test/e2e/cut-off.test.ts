import { readFileSync } from "node:fs";
import type { TerraformStack } from "cdktf";
import { Segment } from "../../lib";
import { type Deployment, deployment } from "./deployment";
import { applyUntil } from "./killing";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  type Build,
  segment,
  together,
} from "./samples";

/** Things whose calls end at once: with each, Terraform saves its state while another call goes on. */
const others = (stack: TerraformStack) => {
  for (let index = 0; index < 4; index++) {
    new Segment(stack, `other-${index}`, { ...segment, id: `other_${index}`, name: `Other ${index}` });
  }
};

interface Row {
  readonly what: string;
  readonly kind: string;
  /** What is deployed before. */
  readonly former?: Build;
  readonly build: Build;
  /** What the call sends and no call before did. */
  readonly sends?: string;
}

const rows: readonly Row[] = [
  {
    what: "create of an experiment",
    kind: "experiment",
    build: anExperiment(),
  },
  {
    what: "create of an experiment that has no update",
    kind: "experiment",
    build: anExperiment({ hypothesis: undefined }),
  },
  {
    what: "create of a metric source",
    kind: "metric_source",
    build: aMetricSource(),
  },
  { what: "create of an ingestion source", kind: "ingestion_source", build: anIngestionSource() },
  { what: "create of a prompt version", kind: "prompt_version", build: aPromptVersion() },
  {
    what: "create of a prompt version whose id comes from its content",
    kind: "prompt_version",
    build: aPromptVersion({ id: undefined }),
  },
  {
    what: "post of an assignment source",
    kind: "assignment_source",
    build: anAssignmentSource(),
  },
  {
    what: "update of an experiment",
    kind: "experiment",
    former: anExperiment(),
    build: anExperiment({ hypothesis: "new" }),
    sends: "new",
  },
  {
    what: "update of a metric source",
    kind: "metric_source",
    former: aMetricSource(),
    build: aMetricSource({ description: "new" }),
    sends: "new",
  },
  {
    what: "post of a changed assignment source",
    kind: "assignment_source",
    former: anAssignmentSource(),
    build: anAssignmentSource({ description: "new" }),
    sends: "new",
  },
];

const cases = rows.flatMap((row) => [
  { ...row, effect: false, when: "before it took effect" },
  { ...row, effect: true, when: "after it took effect" },
]);

test.each(cases)("the $what that the state has as done, cut off $when, is made good by the next deploy", (row) =>
  deployment(async (service) => {
    const { emulator } = service;
    const build = together(row.build, others);
    if (row.former !== undefined) await service.deploy(row.former);
    const { length } = emulator.calls;
    const hasBegun = () =>
      emulator.calls.slice(length).some(({ kind, body }) => kind === row.kind && body !== undefined);
    emulator.fail({ match: { kind: row.kind }, hang: true, effect: row.effect });
    // so long that the last of them ends when that call has begun
    emulator.fail({ match: { kind: "segment" }, delay: 300, times: 4 });
    service.synth(build);
    expect((await applyUntil(service, "all SIGKILL", () => hasBegun() && hasAsDone(service, row))).exitCode).toBeNull();

    await service.deploy(build);
    const kept = emulator.records.filter(({ kind }) => kind === row.kind).map(({ data }) => data);
    expect(kept).toEqual(await undisturbed(row));
    expect((await service.deploy(build)).calls).toEqual([]);
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }),
);

/** Whether the state has the resource of the call with what it sends, and not as failed. */
function hasAsDone({ workspace }: Deployment, { kind, sends = "" }: Row): boolean {
  try {
    const { resources } = JSON.parse(readFileSync(workspace.statePath, "utf8")) as State;
    return resources.some(
      ({ name, instances: [instance] }) =>
        name.startsWith(`${kind}_`) && instance?.status === undefined && JSON.stringify(instance).includes(sends),
    );
  } catch {
    // there is none yet, or it is being written
    return false;
  }
}

interface State {
  readonly resources: readonly { readonly name: string; readonly instances: readonly { readonly status?: string }[] }[];
}

const courses = new Map<string, readonly unknown[]>();

/** What the service keeps when nothing goes wrong. */
async function undisturbed({ what, former, build }: Row): Promise<readonly unknown[]> {
  const known = courses.get(what);
  if (known !== undefined) return known;
  await deployment(async (service) => {
    if (former !== undefined) await service.deploy(former);
    await service.deploy(build);
    courses.set(
      what,
      service.emulator.records.map(({ data }) => data),
    );
  });
  return undisturbed({ what, build, kind: "" });
}

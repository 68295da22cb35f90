import type { TerraformStack } from "cdktf";
import { Segment } from "../../lib";
import { deployment } from "./deployment";
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
    build: anExperiment({ allocation: 70 }),
  },
  {
    what: "update of a metric source",
    kind: "metric_source",
    former: aMetricSource(),
    build: aMetricSource({ description: "new" }),
  },
  {
    what: "post of a changed assignment source",
    kind: "assignment_source",
    former: anAssignmentSource(),
    build: anAssignmentSource({ description: "new" }),
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
    const before = emulator.calls.length;
    emulator.fail({ match: { kind: row.kind }, hang: true, effect: row.effect });
    service.workspace.synth(build);
    // the first of the others is saved when the last of them is sent
    const isSaved = () => emulator.calls.slice(before).filter(({ body }) => body !== undefined).length === 5;
    expect((await applyUntil(service, "all SIGKILL", isSaved)).exitCode).toBeNull();

    await service.deploy(build);
    const kept = emulator.records.filter(({ kind }) => kind === row.kind).map(({ data }) => data);
    expect(kept).toEqual(await undisturbed(row));
    expect((await service.deploy(build)).calls).toEqual([]);
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }),
);

/** What the service keeps when nothing goes wrong. */
async function undisturbed({ former, build }: Row): Promise<unknown[]> {
  const kept: unknown[] = [];
  await deployment(async (service) => {
    if (former !== undefined) await service.deploy(former);
    await service.deploy(build);
    kept.push(...service.emulator.records.map(({ data }) => data));
  });
  return kept;
}

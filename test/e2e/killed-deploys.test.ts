import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { TerraformStack } from "cdktf";
import { Segment } from "../../lib";
import { type Deployment, deployment } from "./deployment";
import { applyUntil, type Order, PARALLELISM } from "./killing";
import { differences, manyEntities, stackOf, withSecret } from "./many-entities";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  type Build,
  resourceType,
  segment,
  together,
} from "./samples";

const ADOPT = { environment: { SERVICE_ADOPT_EXISTING: "true" } };

const kinds = [
  { what: "an experiment", build: anExperiment() },
  { what: "a metric source", build: aMetricSource() },
  { what: "a segment", build: aSegment() },
  { what: "an ingestion source", build: anIngestionSource() },
  { what: "a prompt version", build: aPromptVersion() },
];

describe("a deploy that is killed in the create of", () => {
  test.each(kinds)("$what, before that took effect, is completed by the next", ({ build }) =>
    deployment(async (service) => {
      await killedAtFirstCall(service, build, false);

      await service.deploy(build);
      await expectSettled(service, build);
    }),
  );

  test.each(kinds)("$what, after that took effect, is completed by the command in the next one's error", ({ build }) =>
    deployment(async (service) => {
      await killedAtFirstCall(service, build, true);
      const { output } = await service.deploy(build, { expect: "failure" });

      expect(output).toContain("either an earlier attempt, whose response was lost, created it, or it belongs to");
      expect(output).toContain("run `SERVICE_ADOPT_EXISTING=true terraform -chdir=");
      await service.deploy(build, ADOPT);
      await expectSettled(service, build);
    }),
  );

  test("an assignment source is completed by the next, whether it took effect or not", async () => {
    for (const effect of [false, true]) {
      await deployment(async (service) => {
        await killedAtFirstCall(service, anAssignmentSource(), effect);
        await service.deploy(anAssignmentSource());
        await expectSettled(service, anAssignmentSource());
      });
    }
  });
});

const entities = manyEntities(12);
/** With time for the answers of a busy machine; those that never come are waited for no longer. */
const build = stackOf(entities, { attemptTimeoutSeconds: 4 });

test.each<[string, Order]>([
  ["terraform is killed", "terraform SIGKILL"],
  ["an applier is killed", "applier SIGKILL"],
  ["terraform is interrupted", "terraform SIGINT"],
  ["terraform is terminated", "terraform SIGTERM"],
  ["everything is interrupted", "all SIGINT"],
  ["everything is terminated", "all SIGTERM"],
  ["everything is killed", "all SIGKILL"],
])("where %s with creates under way, one command completes it", (_, order) =>
  deployment(async (service) => {
    const { emulator } = service;
    emulator.fail({ hang: true, effect: true, times: PARALLELISM });
    service.synth(build);
    const hasBegun = () => emulator.calls.filter(({ body }) => body !== undefined).length === PARALLELISM;
    expect((await applyUntil(service, order, hasBegun)).exitCode).not.toBe(0);

    await service.deploy(build, ADOPT);
    expect(differences(emulator, entities)).toEqual([]);
    await expectSettled(service, build);
  }, withSecret),
);

interface Row {
  readonly what: string;
  readonly kind: string;
  /** What is deployed before. */
  readonly former?: Build;
  readonly build: (reapply?: string) => Build;
  /** What the call sends and no call before did. */
  readonly sends?: string;
  /** The beginning of the remedy that the warning gives. */
  readonly remedy: "change its reapply" | "run `terraform";
}

const rows: readonly Row[] = [
  {
    what: "update of an experiment",
    kind: "experiment",
    former: anExperiment(),
    build: (reapply) => anExperiment({ hypothesis: "new", reapply }),
    sends: "new",
    remedy: "change its reapply",
  },
  {
    what: "post of an assignment source",
    kind: "assignment_source",
    build: (reapply) => anAssignmentSource({ reapply }),
    remedy: "change its reapply",
  },
  {
    what: "create of an experiment",
    kind: "experiment",
    build: (reapply) => anExperiment({ reapply }),
    remedy: "change its reapply",
  },
  {
    what: "create of a prompt version",
    kind: "prompt_version",
    build: () => aPromptVersion(),
    remedy: "run `terraform",
  },
];

const cases = rows.flatMap((row) => [
  { ...row, effect: false, when: "before it took effect" },
  { ...row, effect: true, when: "after it took effect" },
]);

test.each(cases)("the $what that the state has as done, cut off $when, is warned of, and the remedy works", (row) =>
  deployment(async (service) => {
    const { emulator } = service;
    await cutOff(service, row);
    do {
      // a process that was killed takes a moment to be gone
      await pause(20);
      service.synth(together(row.build(), others));
    } while (warningsIn(service, row).length === 0);
    const [warning = "", ...more] = warningsIn(service, row);

    expect(more).toEqual([]);
    expect(warning).toMatch(
      /the (create|update|upsert) that started at 20\d\d-[\dT:.-]+Z was cut off; if the plan does not/,
    );
    expect(warning).toContain(row.remedy);
    if (row.remedy === "change its reapply") {
      await reapplied(service, row, together(row.build("again"), others));
    } else {
      await runPasted(service, warning);
    }
    const kept = emulator.records.filter(({ kind }) => kind === row.kind).map(({ data }) => data);
    expect(kept).toEqual(await undisturbed(row));
    service.synth(together(row.build("again"), others));
    expect(warningsIn(service, row)).toEqual([]);
  }),
);

test("elsewhere, where there is no journal, a call that the state has as done causes no warning", () =>
  deployment(async (service) => {
    const row = { ...(rows[0] as Row), effect: false };
    await cutOff(service, row);
    const elsewhere = await service.onAnotherRunner();
    const { changes } = await elsewhere.plan(together(row.build(), others));

    expect(changes.filter(({ address }) => address.includes(row.kind))).toEqual([]);
    expect(warningsIn(elsewhere, row)).toEqual([]);
  }));

/** Entities whose calls end at once: with each, Terraform saves its state while another call goes on. */
const others = (stack: TerraformStack) => {
  for (let index = 0; index < 4; index++) {
    new Segment(stack, `other-${index}`, { ...segment, id: `other_${index}`, name: `Other ${index}` });
  }
};

/** Deploys, and kills everything when a call is under way that Terraform has saved as done. */
async function cutOff(service: Deployment, row: Row & { readonly effect: boolean }): Promise<void> {
  const { emulator } = service;
  if (row.former !== undefined) await service.deploy(row.former);
  const { length } = emulator.calls;
  const hasBegun = () => emulator.calls.slice(length).some(({ kind, body }) => kind === row.kind && body !== undefined);
  emulator.fail({ match: { kind: row.kind }, hang: true, effect: row.effect });
  // so long that the last of them ends when that call has begun
  emulator.fail({ match: { kind: "segment" }, delay: 300, times: 4 });
  service.synth(together(row.build(), others));
  const { exitCode } = await applyUntil(service, "all SIGKILL", () => hasBegun() && hasAsDone(service, row));
  expect(exitCode).toBeNull();
}

/** Deploys with a changed reapply; where the entity is not there, follows the error. */
async function reapplied(service: Deployment, row: Row & { readonly effect: boolean }, all: Build): Promise<void> {
  const isLost = row.what.startsWith("create") && !row.effect;
  const { output } = await service.deploy(all, { ...ADOPT, expect: isLost ? "failure" : "success" });
  if (!isLost) return;
  expect(output).toContain("somebody has deleted it there, or its create was cut off;");
  await runPasted(service, output);
}

/** Runs the Terraform command that a message gives. */
async function runPasted({ workspace }: Deployment, message: string): Promise<void> {
  const [, address = ""] = /terraform (?:-chdir=\S.*? )?apply -replace=(\S+)`/.exec(message) ?? [];
  expect(address).toContain(`${resourceType}.`);
  const environment = ADOPT.environment;
  const run = await workspace.terraform(["apply", "-auto-approve", "-input=false", `-replace=${address}`], {
    environment,
  });
  expect(run.output).toContain("Apply complete!");
}

async function killedAtFirstCall(service: Deployment, stack: Build, effect: boolean): Promise<void> {
  const { emulator } = service;
  emulator.fail({ hang: true, effect });
  service.synth(stack);
  const killed = await applyUntil(service, "all SIGKILL", () => emulator.calls.some(({ body }) => body !== undefined));
  expect(killed.exitCode).toBeNull();
}

async function expectSettled(service: Deployment, stack: Build): Promise<void> {
  expect((await service.deploy(stack)).calls).toEqual([]);
  expect(await service.plan(stack)).toMatchObject({ isEmpty: true });
}

/** The warnings of the last synth about calls for the entity of a row that were cut off. */
function warningsIn({ workspace }: Deployment, { kind }: Row): string[] {
  const text = readFileSync(`${workspace.directory}/cdktf.out/manifest.json`, "utf8");
  const { stacks } = JSON.parse(text) as { stacks: Record<string, { annotations: { message: string }[] }> };
  return Object.values(stacks)
    .flatMap(({ annotations }) => annotations.map(({ message }) => message))
    .filter((message) => message.startsWith(kind.replace("_", " ")) && message.includes("cut off"));
}

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

/** What the service keeps when nothing goes wrong. */
async function undisturbed({ former, build, kind }: Row): Promise<readonly unknown[]> {
  let kept: readonly unknown[] = [];
  await deployment(async (service) => {
    if (former !== undefined) await service.deploy(former);
    await service.deploy(build());
    kept = service.emulator.records.filter((record) => record.kind === kind).map(({ data }) => data);
  });
  return kept;
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Change, StackReview } from "../../lib/review/model";
import { command } from "../cli/command";
import { type Applied, type Deployment, operations } from "../support/deployment";
import type { Build } from "../support/samples";

/** The JSON of a review, as people write policy against it. */
export interface ReviewJson {
  readonly stacks: readonly StackJson[];
}

export interface StackJson extends Omit<StackReview, "plannedAt" | "changes"> {
  readonly changes: readonly ChangeJson[];
}

export interface ChangeJson extends Omit<Change, "whole" | "fields" | "risks"> {
  readonly fields: readonly FieldJson[];
  readonly risks: readonly { readonly name: string; readonly text: string }[];
}

interface FieldJson {
  readonly path: string;
  readonly noLongerSent?: true;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly sensitive?: true;
  readonly unknown?: true;
}

/** What a review says of a stack that is planned anew; throws when the plan or the review fails. */
export async function reviewed(
  service: Deployment,
  build: Build,
  ...planOptions: readonly string[]
): Promise<StackJson> {
  await planned(service, build, ...planOptions);
  return reviewOfPlan(service);
}

/** Deploys what was reviewed. The calls are those in the review, without those that only may be. */
export async function deployAsReviewed(service: Deployment, review: StackJson): Promise<Applied> {
  const applied = await service.applyPlanned();
  const calls = operations(applied.calls);
  expect(calls).toEqual(callsOf(review, calls.length === review.calls));
  return applied;
}

/** @param possible whether also those that are made only where the service has the entity */
function callsOf({ changes }: StackJson, possible: boolean): string[] {
  const calls = changes.flatMap((change) => change.calls).filter(({ ifExists }) => possible || ifExists === undefined);
  return calls.map(({ method, path }) => `${method} ${path}`).sort();
}

/** Synthesises, and plans with further options. */
export async function planned(service: Deployment, build: Build, ...options: readonly string[]): Promise<void> {
  const { exitCode, output } = await service.plan(build, { options });
  if (exitCode === 1) throw new Error(output);
}

/** Reviews the plan that is there, by its JSON from standard input, with exports of the service or without. */
export async function reviewOfPlan({ workspace }: Deployment, exports?: object): Promise<StackJson> {
  const stdin = await workspace.shownPlan();
  const argv = ["review", "--plan", "-", "--format", "json"];
  if (exports !== undefined) {
    const file = join(workspace.directory, "exports.json");
    writeFileSync(file, JSON.stringify(exports));
    argv.push("--records", file);
  }
  const said = await command(argv, { directory: workspace.directory, stdin });
  if (said.exitCode !== 0) throw new Error(said.stderr);
  const [stack] = (JSON.parse(said.stdout) as ReviewJson).stacks;
  if (stack === undefined) throw new Error("no stack was reviewed");
  // what synth says is no part of the plan
  return { ...stack, notes: stack.notes.filter((note) => !note.startsWith("synth warns of ")) };
}

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
export async function reviewed(service: Deployment, build: Build, ...options: readonly string[]): Promise<StackJson> {
  const { exitCode, output } = await service.plan(build, { options });
  if (exitCode === 1) throw new Error(output);
  return reviewOfPlan(service);
}

/**
 * Deploys what was reviewed. The calls are those in the review, without those that only may be.
 *
 * @param looks calls by which creates look first, as the journal has a trace of an earlier one: no plan knows that
 */
export async function deployAsReviewed(
  service: Deployment,
  review: StackJson,
  looks: readonly string[] = [],
): Promise<Applied> {
  const applied = await service.applyPlanned();
  const made = operations(applied.calls);
  for (const look of looks) {
    expect(made).toContain(look);
    made.splice(made.indexOf(look), 1);
  }
  const isAll = made.length === review.calls;
  const calls = review.changes
    .flatMap((change) => change.calls)
    .filter(({ ifExists }) => isAll || ifExists === undefined);
  expect(made).toEqual(calls.map(({ method, path }) => `${method} ${path}`).sort());
  return applied;
}

/** Reviews the plan that is there, by its JSON from standard input. */
export async function reviewOfPlan({ workspace }: Deployment): Promise<StackJson> {
  const stdin = await workspace.shownPlan();
  const said = await command(["review", "--plan", "-", "--format", "json"], { directory: workspace.directory, stdin });
  if (said.exitCode !== 0) throw new Error(said.stderr);
  const [stack] = (JSON.parse(said.stdout) as ReviewJson).stacks;
  if (stack === undefined) throw new Error("no stack was reviewed");
  // what synth says is no part of the plan
  return { ...stack, notes: stack.notes.filter((note) => !note.startsWith("synth warns of ")) };
}

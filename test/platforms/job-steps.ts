import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { approvedAcceptances } from "../../lib/cli/review-approvals";
import { comment } from "../../lib/cli/review-comment";
import type { SynthesisedStack } from "../../lib/cli/stacks";
import { type Job, presentJob } from "../../lib/platforms/job";
import type { Review } from "../../lib/review/model";
import { temporaryFolder } from "../support/temporary-folder";
import { HEAD } from "./github-stand-in";

/** The job of an environment. */
export function jobIn(environment: NodeJS.ProcessEnv): Job {
  const job = presentJob(environment, new AbortController().signal);
  if (job === undefined) throw new Error("no job");
  return job;
}

const folder = temporaryFolder();

/** The event of a pull request, with changes. */
export function eventOf(more: object = {}) {
  return { pull_request: { number: 7, head: { sha: HEAD }, user: { login: "opener" }, ...more } };
}

/** The variables of a job of GitHub Actions for an event. */
export function gitHubVariables(address: string, token: string, event: object = eventOf()) {
  const GITHUB_EVENT_PATH = join(folder, "event.json");
  writeFileSync(GITHUB_EVENT_PATH, JSON.stringify(event));
  return {
    GITHUB_ACTIONS: "true",
    GITHUB_EVENT_PATH,
    GITHUB_REPOSITORY: "example/shop",
    GITHUB_API_URL: address,
    GITHUB_TOKEN: token,
  };
}

/** What a job takes of the approvals of its request, and what it says of them. */
export async function approvalsOf(job: Job, review: Review, others: readonly SynthesisedStack[] = []) {
  const { said, io } = anIo("/");
  const acceptances = await approvedAcceptances(job, review, others, io);
  return { said, accepted: acceptances.map(({ by, entity, set }) => [by, entity ?? set]) };
}

/** What a job says when it comments. */
export async function commentBy(
  job: Job,
  textOf: (limit: number) => string,
  { names = [], directory = "/" }: { readonly names?: readonly string[]; readonly directory?: string } = {},
): Promise<string[]> {
  const { said, io } = anIo(directory);
  await comment(job, names, textOf, io);
  return said;
}

function anIo(directory: string) {
  const said: string[] = [];
  const io = {
    stdin: (async function* () {})(),
    stdout: { write: () => undefined },
    stderr: { write: (text: string) => said.push(...text.trimEnd().split("\n")) },
    environment: {},
    directory,
    stopSignal: () => new AbortController().signal,
  };
  return { said, io };
}

import * as z from "zod";
import { baseUrlProblem, normalBaseUrl } from "../api/base-url";
import { textOfFile } from "../protocol/whole-file";
import { parseJson } from "../value/json";
import { GitHub, pullRequest } from "./github";
import { GitLab } from "./gitlab";
import type { Platform } from "./platform";
import { PlatformApi } from "./platform-api";
import { PlatformError } from "./platform-errors";

/** The job of a platform that this process runs in. */
export interface Job {
  readonly name: Platform["name"];
  /** How people name the token of the job: `GITHUB_TOKEN`. */
  readonly tokenVariable: string;
  /** The request that the job is about, as people write it; missing on a push. */
  readonly request?: string;
  /** Missing where there is no request, or no token, as in a fork. */
  readonly platform?: Platform;
}

/**
 * The present job, as its platform's own variables say.
 *
 * @returns undefined elsewhere
 * @throws PlatformError when the address is one that no token may go to
 */
export function presentJob(environment: NodeJS.ProcessEnv, signal: AbortSignal): Job | undefined {
  if (isOfGitHub(environment)) return gitHubJob(environment, signal);
  if (environment.GITLAB_CI) return gitLabJob(environment, signal);
  return undefined;
}

/** Whether a job is one of GitHub Actions. Those of Gitea and Forgejo have its variables, but other pages and calls. */
export function isOfGitHub(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment.GITHUB_ACTIONS) && !isLikeGitHub(environment);
}

/** Whether a job is one of Gitea or Forgejo. */
export function isLikeGitHub(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment.GITEA_ACTIONS || environment.FORGEJO_ACTIONS);
}

function gitHubJob(environment: NodeJS.ProcessEnv, signal: AbortSignal): Job {
  const job = { name: "GitHub", tokenVariable: "GITHUB_TOKEN" } as const;
  const pull = pullRequestOf(environment);
  if (pull === undefined) {
    if (!environment.GITHUB_EVENT_NAME?.startsWith("pull_request")) return job;
    throw new PlatformError(
      `no pull request can be read in the file ${environment.GITHUB_EVENT_PATH ?? ""} of GITHUB_EVENT_PATH, ` +
        `and the event of the job is ${environment.GITHUB_EVENT_NAME}`,
      "let the container of this step have the file and the variable",
    );
  }
  const request = `#${pull.number}`;
  const token = environment.GITHUB_TOKEN || environment.REVIEW_TOKEN;
  if (!token) return { ...job, request };
  const baseUrl = addressIn("GITHUB_API_URL", environment.GITHUB_API_URL || "https://api.github.com");
  const graphql = environment.GITHUB_GRAPHQL_URL || `${baseUrl.replace(/\/v3$/, "")}/graphql`;
  const headers = { Authorization: `Bearer ${token}`, "X-GitHub-Api-Version": "2022-11-28" };
  const platform = new GitHub(
    new PlatformApi({ platform: job.name, baseUrl, token, headers, signal }),
    addressIn("GITHUB_GRAPHQL_URL", graphql),
    required("GITHUB_REPOSITORY", environment.GITHUB_REPOSITORY),
    pull,
  );
  return { ...job, request, platform };
}

function gitLabJob(environment: NodeJS.ProcessEnv, signal: AbortSignal): Job {
  const { REVIEW_TOKEN: token, CI_API_V4_URL: url, CI_MERGE_REQUEST_IID: iid } = environment;
  const job = { name: "GitLab", tokenVariable: "REVIEW_TOKEN" } as const;
  if (!iid) return job;
  const request = `!${iid}`;
  if (!token) return { ...job, request };
  const baseUrl = addressIn("CI_API_V4_URL", required("CI_API_V4_URL", url));
  const headers = { "PRIVATE-TOKEN": token };
  const platform = new GitLab(new PlatformApi({ platform: job.name, baseUrl, token, headers, signal }), {
    project: required("CI_PROJECT_ID", environment.CI_MERGE_REQUEST_PROJECT_ID || environment.CI_PROJECT_ID),
    iid,
    // a pipeline of merged results is of a commit that nobody has seen
    commit: required("CI_COMMIT_SHA", environment.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || environment.CI_COMMIT_SHA),
    target: environment.CI_MERGE_REQUEST_TARGET_BRANCH_NAME,
  });
  return { ...job, request, platform };
}

/** @throws PlatformError when the platform's variable is not set, as in a container that does not get it */
function required(variable: string, value: string | undefined): string {
  if (value) return value;
  throw new PlatformError(`${variable} is not set`, "pass the variables of the job to where this runs");
}

/** @throws PlatformError when a token may not go there */
function addressIn(variable: string, text: string): string {
  const problem = baseUrlProblem(text);
  if (problem === undefined) return normalBaseUrl(text);
  const given = problem.given === undefined ? "" : `, not ${problem.given}`;
  throw new PlatformError(`${variable} has to be ${problem.allowed}${given}`, "set it as the platform does");
}

/** The pull request of the event that GitHub runs a job for. */
export function pullRequestOf(environment: NodeJS.ProcessEnv): z.infer<typeof pullRequest> | undefined {
  const file = environment.GITHUB_EVENT_PATH;
  const text = file === undefined ? undefined : textOfFile(file);
  return z.object({ pull_request: pullRequest }).safeParse(parseJson(text ?? "")).data?.pull_request;
}

/** Where CI systems say which commit they have checked out. */
const COMMIT_VARIABLES = [
  "GITHUB_SHA",
  "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA",
  "CI_COMMIT_SHA",
  "BITBUCKET_COMMIT",
  "BUILD_SOURCEVERSION",
  "BUILDKITE_COMMIT",
  "CIRCLE_SHA1",
  "GIT_COMMIT",
];

/** The commit that a CI system has checked out, as its people know it; undefined elsewhere. */
export function commitIn(environment: NodeJS.ProcessEnv): string | undefined {
  // for a pull request, GitHub checks out a merge that nobody has seen; so do GitLab's merged-result pipelines
  const named = [pullRequestOf(environment)?.head.sha, ...COMMIT_VARIABLES.map((name) => environment[name])];
  return named.find((commit) => commit !== undefined && /^[0-9a-f]{7,64}$/i.test(commit));
}

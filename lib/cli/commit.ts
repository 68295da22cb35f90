import { z } from "zod";
import { textOfFile } from "../protocol/whole-file";
import { parseJson } from "../value/json";

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

/** The event of a pull request on GitHub. */
const event = z.object({ pull_request: z.object({ head: z.object({ sha: z.string() }) }) });

/** The commit that a CI system has checked out, as its people know it; undefined elsewhere. */
export function commitIn(environment: NodeJS.ProcessEnv): string | undefined {
  // for a pull request, GitHub checks out a merge that nobody has seen; so do GitLab's merged-result pipelines
  const file = environment.GITHUB_EVENT_PATH;
  const head = file === undefined ? undefined : event.safeParse(parseJson(textOfFile(file) ?? "")).data;
  const named = [head?.pull_request.head.sha, ...COMMIT_VARIABLES.map((name) => environment[name])];
  return named.find((commit) => commit !== undefined && /^[0-9a-f]{7,64}$/i.test(commit));
}

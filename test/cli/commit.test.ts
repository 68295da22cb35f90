import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commitIn } from "../../lib/cli/commit";
import { temporaryFolder } from "./command";

const SHA = "0123456789abcdef0123456789abcdef01234567";

test.each([
  "GITHUB_SHA",
  "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA",
  "CI_COMMIT_SHA",
  "BITBUCKET_COMMIT",
  "BUILD_SOURCEVERSION",
  "BUILDKITE_COMMIT",
  "CIRCLE_SHA1",
  "GIT_COMMIT",
])("the commit is what a CI system says in %s, if that is one", (name) => {
  expect(commitIn({ [name]: SHA })).toBe(SHA);
  expect(commitIn({ [name]: "HEAD" })).toBeUndefined();
});

const folder = temporaryFolder();

test("a merged-result pipeline of GitLab has checked out a merge, too", () => {
  expect(commitIn({ CI_COMMIT_SHA: "fedcba9876543210", CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: SHA })).toBe(SHA);
  expect(commitIn({ CI_COMMIT_SHA: SHA, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "" })).toBe(SHA);
});

test("of a pull request, GitHub checks out a merge that nobody knows: the commit is the one that it merges", () => {
  const GITHUB_EVENT_PATH = join(folder, "event.json");
  writeFileSync(GITHUB_EVENT_PATH, JSON.stringify({ pull_request: { head: { sha: SHA } } }));
  expect(commitIn({ GITHUB_SHA: "fedcba9876543210", GITHUB_EVENT_PATH })).toBe(SHA);
});

import { commitIn } from "../../lib/cli/review/commit";

const SHA = "0123456789abcdef0123456789abcdef01234567";

test.each([
  "GITHUB_SHA",
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

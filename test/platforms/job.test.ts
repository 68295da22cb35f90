import { commitIn } from "../../lib/platforms/job";
import { reviewBody, startGitHub, TOKEN } from "./github-stand-in";
import { HEAD } from "./gitlab-stand-in";
import { gitHubVariables, jobIn } from "./job-steps";

test.each([
  [{ GITHUB_API_URL: "http://github.example/api/v3" }, "GITHUB_API_URL has to be"],
  [{ GITHUB_API_URL: "https://ann:secret@github.example" }, "GITHUB_API_URL has to be"],
  [{ GITHUB_GRAPHQL_URL: "http://github.example/graphql" }, "GITHUB_GRAPHQL_URL has to be"],
  [{ GITHUB_REPOSITORY: "" }, "GITHUB_REPOSITORY is not set"],
  [{ GITHUB_EVENT_PATH: "/none.json", GITHUB_EVENT_NAME: "pull_request" }, "no pull request can be read"],
])("a job of GitHub with %j is refused before anything is sent", (more, problem) => {
  expect(() => jobIn({ ...gitHubVariables("https://github.example", TOKEN), ...more })).toThrow(problem);
});

test.each([
  [{ CI_API_V4_URL: "http://gitlab.example/api/v4" }, "CI_API_V4_URL has to be"],
  [{ CI_API_V4_URL: "" }, "CI_API_V4_URL is not set"],
  [{ CI_PROJECT_ID: "" }, "CI_PROJECT_ID is not set"],
  [{ CI_COMMIT_SHA: "" }, "CI_COMMIT_SHA is not set"],
])("a job of GitLab with %j is refused before anything is sent", (more, problem) => {
  const request = { GITLAB_CI: "true", CI_MERGE_REQUEST_IID: "7", CI_PROJECT_ID: "5", CI_COMMIT_SHA: HEAD };
  const variables = { ...request, CI_API_V4_URL: "https://gitlab.example/api/v4", REVIEW_TOKEN: TOKEN };
  expect(() => jobIn({ ...variables, ...more })).toThrow(problem);
});

test("a GitHub of one's own has both interfaces below its address", async () => {
  const github = await startGitHub();
  github.fail(1, { status: 200, body: [reviewBody({ login: "ann", body: "accept" }, 0)] });
  github.fail(1, { status: 200, body: { data: { nodes: [] } } });
  await jobIn(gitHubVariables(`${github.address}/hub/api/v3/`, TOKEN)).platform?.statements();
  github.close();
  const paths = github.calls.map(({ path }) => path);
  expect(paths).toEqual(["/hub/api/v3/repos/example/shop/pulls/7/reviews", "/hub/api/graphql"]);
});

test("of a request, the commit is the one that GitHub and GitLab merge into one that nobody knows", () => {
  const [sha, other] = ["0123456789abcdef", "fedcba9876543210"];
  const { GITHUB_EVENT_PATH } = gitHubVariables("https://github.example", TOKEN, {
    pull_request: { number: 7, head: { sha } },
  });
  expect(commitIn({ GITHUB_SHA: other, GITHUB_EVENT_PATH })).toBe(sha);
  expect(commitIn({ CI_COMMIT_SHA: other, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: sha })).toBe(sha);
  expect(commitIn({ CI_COMMIT_SHA: sha, GIT_COMMIT: "HEAD" })).toBe(sha);
});

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { codePagesIn } from "../../lib/platforms/code-pages-of-job";
import { temporaryFolder } from "../support/temporary-folder";
import { HEAD } from "./gitlab-stand-in";
import { gitHubVariables } from "./job-steps";

const folder = temporaryFolder();
const shop = join(folder, "apps/shop");
mkdirSync(join(folder, "other/.git"), { recursive: true });
mkdirSync(shop, { recursive: true });
symlinkSync(folder, join(folder, "link"));

const gitHub = {
  ...gitHubVariables("https://api.github.example", "", { pull_request: { number: 7, head: { sha: HEAD } } }),
  GITHUB_SERVER_URL: "https://github.example/",
  GITHUB_SHA: "fedcba9876543210",
  GITHUB_WORKSPACE: folder,
};
const gitLab = {
  GITLAB_CI: "true",
  CI_PROJECT_URL: "https://gitlab.example/group/shop",
  CI_COMMIT_SHA: HEAD,
  CI_PROJECT_DIR: folder,
};

test("GitHub shows files at the head of the pull request, and not at the commit that it merges", () => {
  const repository = "https://github.example/example/shop";
  expect(codePagesIn(gitHub, shop)).toEqual({
    commit: `${repository}/commit/${HEAD}`,
    files: `${repository}/blob/${HEAD}`,
    directory: "apps/shop",
    request: { title: "pull request #7", address: `${repository}/pull/7` },
  });
  const pushed = codePagesIn({ ...gitHub, GITHUB_EVENT_PATH: undefined }, folder);
  expect(pushed).toEqual({
    commit: `${repository}/commit/fedcba9876543210`,
    files: `${repository}/blob/fedcba9876543210`,
    directory: "",
  });
});

test("GitLab shows files in the project that a merge request comes from, and the request where it goes to", () => {
  const project = "https://gitlab.example/group/shop";
  const fork = "http://gitlab.example/ann/shop";
  const request = {
    ...{ CI_MERGE_REQUEST_IID: "17", CI_MERGE_REQUEST_SOURCE_PROJECT_URL: fork },
    ...{ CI_MERGE_REQUEST_PROJECT_URL: project, CI_PROJECT_URL: fork },
  };
  expect(codePagesIn({ ...gitLab, ...request }, folder)).toEqual({
    commit: `${fork}/-/commit/${HEAD}`,
    files: `${fork}/-/blob/${HEAD}`,
    directory: "",
    request: { title: "merge request !17", address: `${project}/-/merge_requests/17` },
  });
  expect(codePagesIn(gitLab, shop)).toMatchObject({ files: `${project}/-/blob/${HEAD}`, directory: "apps/shop" });
});

test("the way begins where the repository is checked out to, also behind a link or in a directory inside", () => {
  mkdirSync(join(folder, "other/app"));
  expect(codePagesIn({ ...gitHub, GITHUB_WORKSPACE: join(folder, "link") }, shop)?.directory).toBe("apps/shop");
  expect(codePagesIn(gitHub, join(folder, "other/app"))?.directory).toBe("app");
});

test.each([
  ["of no platform", { GITHUB_ACTIONS: undefined }],
  ["of Gitea", { GITEA_ACTIONS: "true" }],
  ["of Forgejo", { FORGEJO_ACTIONS: "true" }],
  ["without a server", { GITHUB_SERVER_URL: undefined }],
  ["without a repository", { GITHUB_REPOSITORY: "" }],
  ["without a checkout", { GITHUB_WORKSPACE: undefined }],
  ["with an empty checkout", { GITHUB_WORKSPACE: "" }],
  ["with another checkout", { GITHUB_WORKSPACE: shop }],
  ["without a commit", { GITHUB_EVENT_PATH: undefined, GITHUB_SHA: "HEAD" }],
  ["with a query in the address", { GITHUB_SERVER_URL: "https://github.example?" }],
])("a job %s shows no code", (_, more) => {
  expect(codePagesIn({ ...gitHub, ...more }, folder)).toBeUndefined();
});

import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type CodePages, encodedPath } from "../text/code-pages";
import { commitIn, isOfGitHub, pullRequestOf } from "./job";

/**
 * Where the platform shows the code of the present job, as its own variables say.
 *
 * @param directory the working directory
 * @returns undefined elsewhere, and where the working directory is outside of the repository
 */
export function codePagesIn(environment: NodeJS.ProcessEnv, directory: string): CodePages | undefined {
  const commit = commitIn(environment);
  const pages = isOfGitHub(environment) ? gitHubPages(environment) : gitLabPages(environment);
  if (commit === undefined || pages === undefined || /[?#]/.test(pages.repository)) return undefined;
  const { repository, request, checkout } = pages;
  const way = checkout ? wayInRepository(resolve(checkout), resolve(directory)) : undefined;
  if (way === undefined) return undefined;
  const addresses = { commit: `${repository}/commit/${commit}`, files: `${repository}/blob/${commit}` };
  return { ...addresses, directory: way, ...(request && { request }) };
}

/** What a platform's variables say. */
interface RepositoryPages extends Pick<CodePages, "request"> {
  readonly repository: string;
  /** The directory that the repository is checked out to, if nothing else is asked for. */
  readonly checkout: string | undefined;
}

function gitHubPages(environment: NodeJS.ProcessEnv): RepositoryPages | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, GITHUB_WORKSPACE: checkout } = environment;
  if (!server || !name) return undefined;
  // it also shows what a pull request has from a fork
  const repository = `${withoutSlash(server)}/${encodedPath(name)}`;
  const number = pullRequestOf(environment)?.number;
  if (number === undefined) return { repository, checkout };
  return {
    repository,
    checkout,
    request: { title: `pull request #${number}`, address: `${repository}/pull/${number}` },
  };
}

function gitLabPages(environment: NodeJS.ProcessEnv): RepositoryPages | undefined {
  const { CI_PROJECT_URL: own, CI_PROJECT_DIR: checkout, CI_MERGE_REQUEST_IID: iid } = environment;
  // a fork has what its merge request is about, and the request is where it goes to
  const project = environment.CI_MERGE_REQUEST_SOURCE_PROJECT_URL || own;
  const target = environment.CI_MERGE_REQUEST_PROJECT_URL || own;
  if (!environment.GITLAB_CI || !project) return undefined;
  const repository = `${withoutSlash(project)}/-`;
  if (!target || !iid) return { repository, checkout };
  const address = `${withoutSlash(target)}/-/merge_requests/${encodedPath(iid)}`;
  return { repository, checkout, request: { title: `merge request !${iid}`, address } };
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}

/** From the root of the repository to a directory in it; undefined where it is elsewhere. */
function wayInRepository(checkout: string, directory: string): string | undefined {
  const [outer, inner] = [checkout, directory].map((path) => (existsSync(path) ? realpathSync(path) : path)) as [
    string,
    string,
  ];
  const way = relative(outer, inner);
  if (isAbsolute(way) || way.split(sep)[0] === "..") return undefined;
  // a step may have checked it out to a directory inside
  let root = inner;
  while (root !== outer && !existsSync(join(root, ".git"))) root = dirname(root);
  return relative(root, inner).replaceAll(sep, "/");
}

import { problemsOfCall } from "./openapi";
import { type ArrivedCall, pageOf, type Reply, startStandIn } from "./stand-in";

export const HEAD = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d";
export const TOKEN = "ghs_0123456789abcdef";

/** What GitHub keeps of a pull request, by what matters here. */
export interface PullRequest {
  comments: { id: number; login: string; body: string; type?: string }[];
  reviews: {
    /** Null where the account is gone. */
    login: string | null;
    body: string;
    state?: string;
    commit?: string;
    type?: string;
    /** Who has edited it; null where GitHub does not say. */
    editor?: string | null;
  }[];
  commits: {
    author: string | null;
    committer?: string | null;
    name?: string;
    email?: string;
    message?: string;
    sha?: string;
  }[];
  /** By login. Whoever is not in it may read. */
  permissions: Readonly<Record<string, string>>;
  /** What the token may not do: `POST /repos/…` begins with one of these. */
  refused: string[];
  /** Who the token is of; undefined for that of a job. */
  owner?: string;
}

/** GitHub on a loopback port. Each call and each response is checked by GitHub's own description. */
export async function startGitHub() {
  const pull: PullRequest = emptyPull();
  const problems: string[] = [];
  const standIn = await startStandIn(TOKEN, (call) => {
    const { method, path, query, body } = call;
    const reply = pull.refused.some((each) => `${method} ${path}`.startsWith(each))
      ? { status: 403, body: { message: "Resource not accessible by integration" } }
      : answer(call, pull);
    // the description is of the REST interface
    if (path === "/graphql") return reply;
    problems.push(...problemsOfCall(method, `${path}?${query}`, body, reply));
    return reply;
  });
  return { ...standIn, pull, problems };
}

export type GitHubStandIn = Awaited<ReturnType<typeof startGitHub>>;

/** The stand-in of a test file, with an empty pull request for each test. */
export function gitHubOfFile(): GitHubStandIn {
  const github = {} as GitHubStandIn;
  beforeAll(async () => Object.assign(github, await startGitHub()));
  beforeEach(() => {
    Object.assign(github.pull, emptyPull(), { owner: undefined });
    github.calls.length = 0;
    github.faults.length = 0;
  });
  afterEach(() => {
    expect(github.problems).toEqual([]);
    // the links of the lists lead elsewhere, and nothing else than the token of the job is sent
    expect(github.calls.filter(({ token }) => token !== TOKEN)).toEqual([]);
  });
  afterAll(() => github.close());
  return github;
}

export function emptyPull(): PullRequest {
  const permissions = { ann: "write", root: "admin", reader: "read" };
  return { comments: [], reviews: [], commits: [{ author: "dev" }], permissions, refused: [] };
}

function answer(call: ArrivedCall, pull: PullRequest): Reply {
  const { method, path, body } = call;
  const [, id] = /^\/repos\/example\/shop\/issues\/comments\/(\d+)$/.exec(path) ?? [];
  if (id !== undefined) return changed(Number(id), method, body as { body: string }, pull);
  const [, login = ""] = /^\/repos\/example\/shop\/collaborators\/(.+)\/permission$/.exec(path) ?? [];
  if (login !== "") {
    const permission = pull.permissions[login] ?? "read";
    return {
      status: 200,
      body: { permission, role_name: permission, user: { ...user(login), role_name: permission } },
    };
  }
  switch (`${method} ${path}`) {
    case "GET /user":
      if (pull.owner === undefined) return { status: 403, body: { message: "Resource not accessible by integration" } };
      return { status: 200, body: { ...user(pull.owner), ...counts } };
    case "GET /repos/example/shop/issues/7/comments":
      return pageOf(pull.comments.map(commentBody), call);
    case "POST /repos/example/shop/issues/7/comments":
      return created((body as { body: string }).body, pull);
    case "GET /repos/example/shop/pulls/7/reviews":
      return pageOf(pull.reviews.map(reviewBody), call);
    case "POST /graphql":
      return { status: 200, body: { data: { nodes: editsOf(body as { variables: { ids: string[] } }, pull) } } };
    case "GET /repos/example/shop/pulls/7/commits":
      // never more than 250
      return pageOf(pull.commits.slice(0, 250).map(commitBody), call);
    default:
      return { status: 404, body: { message: "Not Found" } };
  }
}

/** What GitHub shows for `lastEditedAt editor { login }` of reviews. */
function editsOf({ variables: { ids } }: { readonly variables: { readonly ids: string[] } }, { reviews }: PullRequest) {
  if (ids.length > 100) throw new Error("GitHub shows no more than 100 nodes at once");
  return ids.map((id) => {
    const { editor } = reviews[Number(id.slice(2))] ?? {};
    if (editor === null) return null;
    return {
      id,
      lastEditedAt: editor === undefined ? null : TIME,
      editor: editor === undefined ? null : { login: editor },
    };
  });
}

function created(body: string, { comments, owner }: PullRequest): Reply {
  if (body.length > 65_536) return { status: 422, body: { message: "Validation Failed" } };
  const id = Math.max(0, ...comments.map((each) => each.id)) + 1;
  const comment = {
    id,
    body,
    ...(owner === undefined ? { login: "github-actions[bot]", type: "Bot" } : { login: owner }),
  };
  comments.push(comment);
  return { status: 201, body: commentBody(comment) };
}

function changed(id: number, method: string, body: { readonly body: string }, { comments }: PullRequest): Reply {
  const index = comments.findIndex((each) => each.id === id);
  const comment = comments[index];
  if (comment === undefined) return { status: 404, body: { message: "Not Found" } };
  if (method === "DELETE") {
    comments.splice(index, 1);
    return { status: 204 };
  }
  comment.body = body.body;
  return { status: 200, body: commentBody(comment) };
}

const SITE = "https://github.example";
const TIME = "2026-03-02T08:00:00Z";
const counts = {
  ...{ name: null, company: null, blog: null, location: null, email: null, hireable: null, bio: null },
  ...{ public_repos: 0, public_gists: 0, followers: 0, following: 0, created_at: TIME, updated_at: TIME },
};

export function user(login: string, type = "User") {
  const url = `${SITE}/${login}`;
  const urls =
    "avatar_url events_url followers_url following_url gists_url html_url organizations_url received_events_url repos_url starred_url subscriptions_url url";
  const id = [...login].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % 1_000_003;
  return {
    ...{ login, id, node_id: `U_${login}`, gravatar_id: "", type, site_admin: false },
    ...Object.fromEntries(urls.split(" ").map((name) => [name, url])),
  };
}

function commentBody({ id, login, body, type }: PullRequest["comments"][number]) {
  const url = `${SITE}/comments/${id}`;
  return {
    ...{ id, node_id: `C_${id}`, url, html_url: url, issue_url: url, body, user: user(login, type) },
    ...{ created_at: TIME, updated_at: TIME, author_association: "NONE" },
  };
}

export function reviewBody(
  { login, body, state = "APPROVED", commit = HEAD, type }: PullRequest["reviews"][number],
  index: number,
) {
  const href = `${SITE}/reviews/${index}`;
  return {
    ...{
      id: index,
      node_id: `R_${index}`,
      user: login === null ? null : user(login, type),
      body,
      state,
      commit_id: commit,
      submitted_at: TIME,
    },
    ...{ html_url: href, pull_request_url: href, _links: { html: { href }, pull_request: { href } } },
    // of a member whose membership is private, whatever they may do
    author_association: "NONE",
  };
}

function commitBody(commit: PullRequest["commits"][number], index: number) {
  const {
    author,
    committer = author,
    name = "Somebody",
    email = "somebody@example.com",
    message = "change",
    sha = HEAD,
  } = commit;
  const url = `${SITE}/commits/${index}`;
  const by = { name, email, date: TIME };
  return {
    ...{ url, sha, node_id: `K_${index}`, html_url: url, comments_url: url, parents: [] },
    commit: { url, author: by, committer: by, message, comment_count: 0, tree: { sha: HEAD, url } },
    author: author === null ? null : user(author),
    committer: committer === null ? null : user(committer),
  };
}

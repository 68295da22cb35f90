import * as z from "zod";
import { counted } from "../text/words";
import {
  type CommitAuthor,
  coAuthors,
  type Person,
  type Platform,
  type PlatformComment,
  type Statement,
} from "./platform";
import { type PlatformApi, unlessGone } from "./platform-api";
import { PlatformError, RefusedError } from "./platform-errors";

/** What the event of a pull request says of it. */
export const pullRequest = z.object({
  number: z.int(),
  head: z.object({ sha: z.string() }),
  user: z.object({ login: z.string() }).nullish(),
  /** How many commits it has. */
  commits: z.int().optional(),
});

const account = z.object({ id: z.int(), login: z.string(), type: z.string() }).nullable();
const comment = z.object({ id: z.int(), body: z.string().optional(), user: account });
const approval = z.object({
  node_id: z.string(),
  body: z.string().nullable(),
  state: z.string(),
  commit_id: z.string().nullable(),
  user: account,
});
/** Who has changed an approval after it was sent, where somebody has; the REST interface does not show it. */
const edit = z.object({
  id: z.string(),
  lastEditedAt: z.string().nullable(),
  editor: z.object({ login: z.string() }).nullable(),
});
const EDITS =
  "query($ids: [ID!]!) { nodes(ids: $ids) { ... on PullRequestReview { id lastEditedAt editor { login } } } }";

const gitAuthor = z.object({ name: z.string().optional(), email: z.string().optional() }).nullable();
const commitAccount = z.object({ login: z.string().optional() }).nullable();
const commit = z.object({
  commit: z.object({ author: gitAuthor, committer: gitAuthor, message: z.string() }),
  author: commitAccount,
  committer: commitAccount,
});

/** GitHub shows no more nodes at once. */
const MOST_NODES = 100;

/** GitHub lists no more commits of a pull request. */
const MOST_COMMITS = 250;

const READ = "pull-requests: read";
const WRITE = "pull-requests: write";

/**
 * A pull request of GitHub.
 *
 * @param api its REST interface
 * @param graphql its other interface, whose only address is its base URL
 * @param repository `owner/name`
 */
export function gitHub(
  api: PlatformApi,
  graphql: PlatformApi,
  repository: string,
  pull: z.infer<typeof pullRequest>,
): Platform {
  const repo = `/repos/${repository.split("/").map(encodeURIComponent).join("/")}`;
  return {
    ...{
      name: "GitHub",
      request: `#${pull.number}`,
      commit: pull.head.sha,
      tiesToCommit: true,
      longestComment: 65_536,
    },
    ...commentsOf(api, repo, pull.number),
    ...approvalsOf(api, graphql, repo, pull),
  };
}

type Comments = Pick<Platform, "ownComments" | "createComment" | "renewComment" | "deleteComment">;

function commentsOf(api: PlatformApi, repo: string, number: number): Comments {
  const request = `#${number}`;
  const commentPath = (id: number) => `${repo}/issues/comments/${id}`;
  const commentsPath = `${repo}/issues/${number}/comments`;
  return {
    ownComments: async () => {
      const own = await ownLogin(api);
      const all = await api.all(comment, {
        path: `${commentsPath}?`,
        doing: `reading the comments of ${request}`,
        permission: READ,
      });
      const isOwn = ({ user }: z.infer<typeof comment>) =>
        own === undefined ? user?.type === "Bot" : user?.login === own;
      return all.filter(isOwn).map(({ id, body = "" }): PlatformComment => ({ id, body }));
    },
    createComment: async (body) => {
      const doing = `commenting on ${request}`;
      const call = { method: "POST", path: commentsPath, body: { body }, doing, permission: WRITE } as const;
      return (await api.one(comment, call)).id;
    },
    renewComment: (id, body) =>
      unlessGone(
        api.call({
          ...{ method: "PATCH", path: commentPath(id), body: { body } },
          ...{ doing: `renewing the comment on ${request}`, permission: WRITE },
        }),
      ),
    deleteComment: async (id) => {
      const doing = `deleting a comment on ${request}`;
      await unlessGone(api.call({ method: "DELETE", path: commentPath(id), doing, permission: WRITE }));
    },
  };
}

function approvalsOf(
  api: PlatformApi,
  graphql: PlatformApi,
  repo: string,
  pull: z.infer<typeof pullRequest>,
): Pick<Platform, "statements" | "authors" | "mayWrite"> {
  return {
    statements: async () => {
      const doing = `reading the approvals of #${pull.number}`;
      const reviews = await api.all(approval, {
        path: `${repo}/pulls/${pull.number}/reviews?`,
        doing,
        permission: READ,
      });
      return statementsOf(reviews, pull.head.sha, await editorsOf(graphql, reviews, doing));
    },
    authors: () => authorsOf(api, `${repo}/pulls/${pull.number}/commits?`, pull),
    mayWrite: async ({ login }) => {
      const { permission } = await api.one(z.object({ permission: z.string() }), {
        method: "GET",
        path: `${repo}/collaborators/${encodeURIComponent(login)}/permission`,
        doing: `asking what @${login} may do`,
        permission: "metadata: read",
      });
      return permission === "write" || permission === "admin";
    },
  };
}

/** The account that a person's token is of; undefined for the token of an app, such as that of a job. */
async function ownLogin(api: PlatformApi): Promise<string | undefined> {
  const call = { method: "GET", path: "/user", doing: "asking whose the token is", permission: READ } as const;
  try {
    return (await api.one(z.object({ login: z.string() }), call)).login;
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/** Who has edited each approval, by its id: `undefined` stands for an account that is gone. */
async function editorsOf(
  graphql: PlatformApi,
  reviews: readonly z.infer<typeof approval>[],
  doing: string,
): Promise<ReadonlyMap<string, string | undefined>> {
  const ids = reviews.filter(({ state, body }) => state === "APPROVED" && body).map(({ node_id }) => node_id);
  const editors = new Map<string, string | undefined>();
  for (let start = 0; start < ids.length; start += MOST_NODES) {
    const body = { query: EDITS, variables: { ids: ids.slice(start, start + MOST_NODES) } };
    const { data } = await graphql.one(z.object({ data: z.object({ nodes: edit.array() }) }), {
      ...{ method: "POST", path: "", body, isQuery: true, doing, permission: READ },
    });
    for (const { id, lastEditedAt, editor } of data.nodes) if (lastEditedAt !== null) editors.set(id, editor?.login);
  }
  return editors;
}

/** What approvals say. Whoever has withdrawn an approval, or had it dismissed, has approved nothing before that. */
function statementsOf(
  reviews: readonly z.infer<typeof approval>[],
  head: string,
  editors: ReadonlyMap<string, string | undefined>,
): Statement[] {
  return reviews.flatMap(({ node_id: id, user, body, state, commit_id: approved }, index): Statement[] => {
    // a review that is not sent yet
    if (state === "PENDING") return [];
    const by: Person = user ?? { id: 0, login: "ghost" };
    const isWithdrawn = reviews
      .slice(index + 1)
      .some((later) => later.user?.id === by.id && ["CHANGES_REQUESTED", "DISMISSED"].includes(later.state));
    const reasons: readonly (readonly [applies: boolean, invalid: string])[] = [
      [user === null, "its account is gone"],
      [user?.type === "Bot", "a program wrote it"],
      [state === "DISMISSED", "the approval was dismissed"],
      [state !== "APPROVED" && state !== "DISMISSED", "it is no approval"],
      [approved !== head, `it is about ${approved?.slice(0, 8) ?? "no commit"}, and this is ${head.slice(0, 8)}`],
      [isWithdrawn, "the approval was withdrawn"],
      [editors.has(id) && editors.get(id) !== by.login, "somebody else edited the approval"],
    ];
    const [, invalid] = reasons.find(([applies]) => applies) ?? [];
    return [{ by, text: body ?? "", ...(invalid !== undefined && { invalid }) }];
  });
}

async function authorsOf(
  api: PlatformApi,
  path: string,
  { number, user, commits: count }: z.infer<typeof pullRequest>,
): Promise<CommitAuthor[]> {
  const commits = await api.all(commit, { path, doing: `reading the commits of #${number}`, permission: READ });
  if (commits.length >= MOST_COMMITS || commits.length < (count ?? 0)) {
    throw new PlatformError(
      `#${number} has ${counted(count ?? commits.length, "commit")}, and GitHub names the authors of ${MOST_COMMITS} at most`,
      "take the pull request apart, or squash its commits: who wrote them may not accept their risks",
    );
  }
  return [
    { login: user?.login },
    ...commits.flatMap(({ commit: { author, committer, message }, author: by, committer: with_ }) => [
      ...[by, with_].map((each) => ({ login: each?.login })),
      ...[author, committer].map((each) => ({ name: each?.name, email: each?.email })),
      ...coAuthors(message),
    ]),
  ];
}

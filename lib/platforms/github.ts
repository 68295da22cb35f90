import * as z from "zod";
import { coAuthors, otherBase, requireCommit } from "./commit-authors";
import { type CommitAuthor, GHOST, type Person, type Platform, type PlatformComment, type Statement } from "./platform";
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
const review = z.object({
  node_id: z.string(),
  body: z.string().nullable(),
  state: z.string(),
  commit_id: z.string().nullable(),
  user: account,
});
type PullReview = z.infer<typeof review>;

/** Who has changed an approval after it was sent, where somebody has; the REST interface does not show it. */
const edits = z.object({
  data: z.object({
    nodes: z.array(
      z
        .object({
          id: z.string(),
          lastEditedAt: z.string().nullable(),
          editor: z.object({ login: z.string() }).nullable(),
        })
        .nullable(),
    ),
  }),
});
const EDITS =
  "query($ids: [ID!]!) { nodes(ids: $ids) { ... on PullRequestReview { id lastEditedAt editor { login } } } }";

const gitAuthor = z.object({ name: z.string().optional(), email: z.string().optional() }).nullable();
const commitAccount = z.object({ login: z.string().optional() }).nullable();
const commit = z.object({
  sha: z.string(),
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

/** A pull request of GitHub. */
export class GitHub implements Platform {
  readonly name = "GitHub";
  readonly tiesToCommit = true;
  readonly longestComment = 65_536;
  readonly request: string;
  readonly commit: string;
  private readonly repositoryPath: string;
  private readonly commentsPath: string;
  private readonly pullPath: string;

  /**
   * @param api its REST interface
   * @param graphql the address of its other interface
   * @param repository `owner/name`
   */
  constructor(
    private readonly api: PlatformApi,
    private readonly graphql: string,
    repository: string,
    private readonly pull: z.infer<typeof pullRequest>,
  ) {
    this.request = `#${pull.number}`;
    this.commit = pull.head.sha;
    this.repositoryPath = `/repos/${repository.split("/").map(encodeURIComponent).join("/")}`;
    this.commentsPath = `${this.repositoryPath}/issues/${pull.number}/comments`;
    this.pullPath = `${this.repositoryPath}/pulls/${pull.number}`;
  }

  async ownComments(): Promise<PlatformComment[]> {
    const own = await this.ownLogin();
    const doing = `reading the comments of ${this.request}`;
    const all = await this.api.all(comment, { path: this.commentsPath, doing, permission: READ });
    return all
      .filter(({ user }) => (own === undefined ? user?.type === "Bot" : user?.login === own))
      .map(({ id, body = "" }) => ({ id, body }));
  }

  async createComment(body: string): Promise<void> {
    const doing = `commenting on ${this.request}`;
    await this.api.call({ method: "POST", path: this.commentsPath, body: { body }, doing, permission: WRITE });
  }

  renewComment(id: number, body: string): Promise<boolean> {
    const doing = `renewing the comment on ${this.request}`;
    const path = this.commentPath(id);
    return unlessGone(this.api.call({ method: "PATCH", path, body: { body }, doing, permission: WRITE }));
  }

  async deleteComment(id: number): Promise<void> {
    const doing = `deleting a comment on ${this.request}`;
    await unlessGone(this.api.call({ method: "DELETE", path: this.commentPath(id), doing, permission: WRITE }));
  }

  /** What reviews say. Whoever has withdrawn an approval, or had it dismissed, has approved nothing before that. */
  async statements(): Promise<Statement[]> {
    const doing = `reading the approvals of ${this.request}`;
    const reviews = await this.api.all(review, { path: `${this.pullPath}/reviews`, doing, permission: READ });
    const sent = reviews.filter(({ state }) => state !== "PENDING");
    const editors = await this.editorsOf(
      sent.filter(({ state, body }) => state === "APPROVED" && body),
      doing,
    );
    return sent.map((each, index) => {
      const isWithdrawn = sent
        .slice(index + 1)
        .some(({ user, state }) => user?.id === each.user?.id && ["CHANGES_REQUESTED", "DISMISSED"].includes(state));
      const invalid = this.whyInvalid(each, isWithdrawn, editors);
      return {
        by: each.user ?? GHOST,
        text: each.body ?? "",
        ...(invalid !== undefined && { invalid }),
      };
    });
  }

  async authors(): Promise<CommitAuthor[]> {
    const doing = `reading the commits of ${this.request}`;
    const commits = await this.api.all(commit, { path: `${this.pullPath}/commits`, doing, permission: READ });
    if (commits.length >= MOST_COMMITS && commits.length !== this.pull.commits) {
      throw new PlatformError(
        `${this.request} has more than ${MOST_COMMITS} commits, and GitHub names no more of them`,
        "take the pull request apart, or squash its commits: who wrote them may not accept their risks",
      );
    }
    requireCommit(
      this,
      commits.map(({ sha }) => sha),
    );
    // its base may be another one by now, which has the first of them
    if (commits.length < (this.pull.commits ?? 0)) throw otherBase(this);
    return [
      this.pull.user ?? {},
      ...commits.flatMap(({ commit: { author, committer, message }, author: by, committer: with_ }) => [
        ...[by, with_].map((each) => ({ login: each?.login })),
        ...[author, committer].map((each) => ({ name: each?.name, email: each?.email })),
        ...coAuthors(message),
      ]),
    ];
  }

  async mayWrite({ login }: Person): Promise<boolean> {
    const { permission } = await this.api.one(z.object({ permission: z.string() }), {
      path: `${this.repositoryPath}/collaborators/${encodeURIComponent(login)}/permission`,
      doing: `asking what @${login} may do`,
      permission: "metadata: read",
    });
    return permission === "write" || permission === "admin";
  }

  private commentPath(id: number): string {
    return `${this.repositoryPath}/issues/comments/${id}`;
  }

  /** The account that a person's token is of; undefined for the token of an app, such as that of a job. */
  private async ownLogin(): Promise<string | undefined> {
    const call = { path: "/user", doing: "asking whose the token is", permission: READ };
    try {
      return (await this.api.one(z.object({ login: z.string() }), call)).login;
    } catch (error) {
      if (error instanceof RefusedError) return undefined;
      throw error;
    }
  }

  /** Who has edited each approval, by its id: null where nobody has, undefined where the account is gone. */
  private async editorsOf(approvals: readonly PullReview[], doing: string): Promise<Editors> {
    const ids = approvals.map(({ node_id }) => node_id);
    const editors = new Map<string, string | null | undefined>();
    for (let start = 0; start < ids.length; start += MOST_NODES) {
      const body = { query: EDITS, variables: { ids: ids.slice(start, start + MOST_NODES) } };
      const call = { method: "POST", baseUrl: this.graphql, path: "", body, isQuery: true, doing } as const;
      const { data } = await this.api.one(edits, { ...call, permission: READ });
      for (const node of data.nodes) {
        if (node !== null) editors.set(node.id, node.lastEditedAt === null ? null : node.editor?.login);
      }
    }
    return editors;
  }

  private whyInvalid(
    { node_id: id, user, state, commit_id: approved }: PullReview,
    isWithdrawn: boolean,
    editors: Editors,
  ): string | undefined {
    if (user === null) return "its account is gone";
    if (user.type === "Bot") return "a program wrote it";
    if (state === "DISMISSED") return "the approval was dismissed";
    if (state !== "APPROVED") return "it is no approval";
    if (approved !== this.commit) {
      return `it is about ${approved?.slice(0, 8) ?? "no commit"}, and this is ${this.commit.slice(0, 8)}`;
    }
    if (isWithdrawn) return "the approval was withdrawn";
    if (!editors.has(id)) return "GitHub does not say whether somebody edited it";
    const editor = editors.get(id);
    return editor === null || editor === user.login ? undefined : "somebody else edited the approval";
  }
}

type Editors = ReadonlyMap<string, string | null | undefined>;

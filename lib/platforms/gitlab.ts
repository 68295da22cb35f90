import * as z from "zod";
import { coAuthors, otherBase, requireCommit } from "./commit-authors";
import { type CommitAuthor, GHOST, type Person, type Platform, type PlatformComment, type Statement } from "./platform";
import { type PlatformApi, unlessGone } from "./platform-api";

/** A merge request of GitLab. */
export interface MergeRequest {
  /** The id of the project that it is in. */
  readonly project: string;
  /** Its number in that project. */
  readonly iid: string;
  /** The last commit of its branch. */
  readonly commit: string;
  /** The branch that it went into when the job began. */
  readonly target: string | undefined;
}

const user = z.object({ id: z.int(), username: z.string(), name: z.string() });
const note = z.object({
  id: z.int(),
  body: z.string(),
  /** Null where the account is gone. */
  author: user.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Whether GitLab itself wrote it. */
  system: z.boolean(),
});
const merge = z.object({ author: user, target_branch: z.string().optional() });
const commit = z.object({
  id: z.string(),
  message: z.string(),
  author_name: z.string().nullish(),
  author_email: z.string().nullish(),
  committer_name: z.string().nullish(),
  committer_email: z.string().nullish(),
});
const member = z.object({ id: z.int(), access_level: z.int(), state: z.string().optional() });

/** Names that GitLab gives to the users of access tokens, and to service accounts. */
const PROGRAM = /^(?:(?:project|group)_\d+_bot|service_account_)/;

/** The role from which on somebody may push. */
const DEVELOPER = 30;

const TOKEN = "of the scope api and the role Reporter";

/** A merge request of GitLab. What a job's own token may not call needs a project access token. */
export class GitLab implements Platform {
  readonly name = "GitLab";
  readonly tiesToCommit = false;
  readonly longestComment = 1_000_000;
  readonly request: string;
  readonly commit: string;
  private readonly target: string | undefined;
  private readonly projectPath: string;
  private readonly mergePath: string;

  constructor(
    private readonly api: PlatformApi,
    { project, iid, commit, target }: MergeRequest,
  ) {
    this.request = `!${iid}`;
    this.commit = commit;
    this.target = target;
    this.projectPath = `/projects/${encodeURIComponent(project)}`;
    this.mergePath = `${this.projectPath}/merge_requests/${encodeURIComponent(iid)}`;
  }

  async ownComments(): Promise<PlatformComment[]> {
    const own = await this.api.one(user, { path: "/user", doing: "asking whose the token is", permission: TOKEN });
    return (await this.notes()).filter(({ author }) => author?.id === own.id).map(({ id, body }) => ({ id, body }));
  }

  async createComment(body: string): Promise<void> {
    const doing = `commenting on ${this.request}`;
    await this.api.call({ method: "POST", path: `${this.mergePath}/notes`, body: { body }, doing, permission: TOKEN });
  }

  renewComment(id: number, body: string): Promise<boolean> {
    const doing = `renewing the comment on ${this.request}`;
    const path = `${this.mergePath}/notes/${id}`;
    return unlessGone(this.api.call({ method: "PUT", path, body: { body }, doing, permission: TOKEN }));
  }

  async deleteComment(id: number): Promise<void> {
    const doing = `deleting a comment on ${this.request}`;
    const path = `${this.mergePath}/notes/${id}`;
    await unlessGone(this.api.call({ method: "DELETE", path, doing, permission: TOKEN }));
  }

  async statements(): Promise<Statement[]> {
    return (await this.notes()).filter(({ system }) => !system).map(statementOf);
  }

  async authors(): Promise<CommitAuthor[]> {
    const { author, target_branch: target } = await this.api.one(merge, {
      path: this.mergePath,
      doing: `asking who opened ${this.request}`,
      permission: TOKEN,
    });
    const commits = await this.api.all(commit, {
      path: `${this.mergePath}/commits`,
      doing: `reading the commits of ${this.request}`,
      permission: TOKEN,
    });
    requireCommit(
      this,
      commits.map(({ id }) => id),
    );
    if (this.target !== undefined && target !== undefined && target !== this.target) throw otherBase(this);
    return [
      { login: author.username },
      ...commits.flatMap((each) => [
        { name: each.author_name, email: each.author_email },
        { name: each.committer_name, email: each.committer_email },
        ...coAuthors(each.message),
      ]),
    ];
  }

  async mayWrite({ id, login }: Person): Promise<boolean> {
    // of one member, GitLab says "not found" both where there is none and where nobody may ask
    const members = await this.api.all(member, {
      path: `${this.projectPath}/members/all?user_ids[]=${id}`,
      doing: `asking what @${login} may do`,
      permission: TOKEN,
    });
    return members.some(
      (each) => each.id === id && each.access_level >= DEVELOPER && (each.state ?? "active") === "active",
    );
  }

  private notes(): Promise<z.infer<typeof note>[]> {
    return this.api.all(note, {
      path: `${this.mergePath}/notes?sort=asc&order_by=created_at`,
      doing: `reading the comments of ${this.request}`,
      permission: TOKEN,
    });
  }
}

function statementOf({ author, body, created_at: created, updated_at: updated }: z.infer<typeof note>): Statement {
  const whyInvalid = () => {
    if (author === null) return "its account is gone";
    if (PROGRAM.test(author.username)) return "a program wrote it";
    return created === updated ? undefined : "it was edited after it was written";
  };
  const invalid = whyInvalid();
  const by = author === null ? GHOST : { id: author.id, login: author.username, name: author.name };
  return { by, text: body, ...(invalid !== undefined && { invalid }) };
}

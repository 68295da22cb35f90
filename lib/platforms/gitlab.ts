import * as z from "zod";
import { type CommitAuthor, coAuthors, type Platform, type PlatformComment, type Statement } from "./platform";
import { type PlatformApi, unlessGone } from "./platform-api";

/** A merge request of GitLab. */
export interface MergeRequest {
  /** The id of the project that it is in. */
  readonly project: string;
  /** Its number in that project. */
  readonly iid: string;
  /** The last commit of its branch. */
  readonly commit: string;
}

const user = z.object({ id: z.int(), username: z.string(), name: z.string() });
const note = z.object({
  id: z.int(),
  body: z.string(),
  author: user,
  created_at: z.string(),
  updated_at: z.string(),
  /** Whether GitLab itself wrote it. */
  system: z.boolean(),
});
const commit = z.object({
  message: z.string(),
  author_name: z.string().nullish(),
  author_email: z.string().nullish(),
  committer_name: z.string().nullish(),
  committer_email: z.string().nullish(),
});
const member = z.object({ id: z.int(), access_level: z.int(), state: z.string().optional() });

/** The role from which on somebody may push. */
const DEVELOPER = 30;

const TOKEN = "of the scope api and the role Reporter";

/** The part of GitLab's interface that a job's own token may not call needs a project access token. */
export function gitLab(api: PlatformApi, { project, iid, commit: head }: MergeRequest): Platform {
  const request = `!${iid}`;
  const ofProject = `/projects/${encodeURIComponent(project)}`;
  const ofRequest = `${ofProject}/merge_requests/${encodeURIComponent(iid)}`;
  const notes = () =>
    api.all(note, {
      path: `${ofRequest}/notes?sort=asc&order_by=created_at`,
      ...{ doing: `reading the comments of ${request}`, permission: TOKEN },
    });
  return {
    ...{ name: "GitLab", request, commit: head, tiesToCommit: false, longestComment: 1_000_000 },
    ...gitLabComments(api, request, ofRequest, notes),
    ...gitLabApprovals(api, request, { ofProject, ofRequest }, notes),
  };
}

type Notes = () => Promise<readonly z.infer<typeof note>[]>;

function gitLabComments(
  api: PlatformApi,
  request: string,
  ofRequest: string,
  notes: Notes,
): Pick<Platform, "ownComments" | "createComment" | "renewComment" | "deleteComment"> {
  return {
    ownComments: async () => {
      const call = { method: "GET", path: "/user", doing: "asking whose the token is", permission: TOKEN } as const;
      const own = await api.one(user, call);
      const all = await notes();
      return all.filter(({ author }) => author.id === own.id).map(({ id, body }): PlatformComment => ({ id, body }));
    },
    createComment: async (body) => {
      const doing = `commenting on ${request}`;
      const call = { method: "POST", path: `${ofRequest}/notes`, body: { body }, doing, permission: TOKEN } as const;
      return (await api.one(note, call)).id;
    },
    renewComment: (id, body) =>
      unlessGone(
        api.call({
          ...{ method: "PUT", path: `${ofRequest}/notes/${id}`, body: { body } },
          ...{ doing: `renewing the comment on ${request}`, permission: TOKEN },
        }),
      ),
    deleteComment: async (id) => {
      const doing = `deleting a comment on ${request}`;
      await unlessGone(api.call({ method: "DELETE", path: `${ofRequest}/notes/${id}`, doing, permission: TOKEN }));
    },
  };
}

function gitLabApprovals(
  api: PlatformApi,
  request: string,
  { ofProject, ofRequest }: { readonly ofProject: string; readonly ofRequest: string },
  notes: Notes,
): Pick<Platform, "statements" | "authors" | "mayWrite"> {
  return {
    statements: async () => (await notes()).filter(({ system }) => !system).map(statementOf),
    authors: async (): Promise<CommitAuthor[]> => {
      const { author } = await api.one(z.object({ author: user }), {
        method: "GET",
        path: ofRequest,
        ...{ doing: `asking who opened ${request}`, permission: TOKEN },
      });
      const commits = await api.all(commit, {
        path: `${ofRequest}/commits?`,
        ...{ doing: `reading the commits of ${request}`, permission: TOKEN },
      });
      return [
        { login: author.username },
        ...commits.flatMap((each) => [
          { name: each.author_name, email: each.author_email },
          { name: each.committer_name, email: each.committer_email },
          ...coAuthors(each.message),
        ]),
      ];
    },
    mayWrite: async ({ id, login }) => {
      // of one member, GitLab says "not found" both where there is none and where nobody may ask
      const members = await api.all(member, {
        path: `${ofProject}/members/all?user_ids[]=${id}`,
        ...{ doing: `asking what @${login} may do`, permission: TOKEN },
      });
      return members.some(
        (each) => each.id === id && each.access_level >= DEVELOPER && (each.state ?? "active") === "active",
      );
    },
  };
}

function statementOf({ author, body, created_at: created, updated_at: updated }: z.infer<typeof note>): Statement {
  const by = { id: author.id, login: author.username, name: author.name };
  return { by, text: body, ...(created !== updated && { invalid: "it was edited after it was written" }) };
}

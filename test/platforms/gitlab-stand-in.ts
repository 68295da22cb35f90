import { type ArrivedCall, pageOf, type Reply, startStandIn } from "./stand-in";

export const HEAD = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d";
export const TOKEN = "glpat-0123456789abcdef";

/** What GitLab keeps of a merge request, by what matters here. */
export interface MergeRequest {
  notes: { id: number; login: string | null; body: string; isEdited?: boolean; isSystem?: boolean }[];
  commits: { name: string; email?: string; committer?: string; message?: string }[];
  /** The last commit. */
  head: string;
  /** The access levels of members. */
  members: Readonly<Record<string, number>>;
  /** Who is blocked. */
  blocked: string[];
  /** Whether it knows no filter of members by their ids. */
  isOld: boolean;
  refused: string[];
}

/** The query parameters that GitLab documents for the calls that are made. */
const parameters: Readonly<Record<string, string>> = {
  "GET /user": "",
  "GET /projects/5/merge_requests/7": "",
  "GET /projects/5/merge_requests/7/notes": "sort order_by per_page page",
  "POST /projects/5/merge_requests/7/notes": "",
  "PUT /projects/5/merge_requests/7/notes/:id": "",
  "DELETE /projects/5/merge_requests/7/notes/:id": "",
  "GET /projects/5/merge_requests/7/commits": "per_page page",
  "GET /projects/5/members/all": "user_ids[] query per_page page",
};

/** GitLab on a loopback port, by its documented shapes. */
export async function startGitLab() {
  const merge = emptyMerge();
  const problems: string[] = [];
  const standIn = await startStandIn(TOKEN, (call) => {
    const operation = `${call.method} ${call.path.replace(/\/notes\/\d+$/, "/notes/:id")}`;
    const known = parameters[operation];
    if (known === undefined) problems.push(`${operation}: no such call`);
    problems.push(...[...call.query.keys()].filter((name) => !known?.split(" ").includes(name)));
    if (merge.refused.some((each) => operation.startsWith(each)))
      return { status: 403, body: { message: "403 Forbidden" } };
    return answer(operation, call, merge);
  });
  return { ...standIn, merge, problems };
}

export function emptyMerge(): MergeRequest {
  const members = { ann: 30, reporter: 20, opener: 40, project_5_bot: 40, service_account_ci: 40 };
  return { notes: [], commits: [{ name: "Dev" }], head: HEAD, members, blocked: [], isOld: false, refused: [] };
}

function answer(operation: string, call: ArrivedCall, merge: MergeRequest): Reply {
  const { body } = (call.body ?? {}) as { readonly body?: string };
  const note = merge.notes.find(({ id }) => call.path.endsWith(`/${id}`));
  switch (operation.replace("/projects/5", "").replace("/merge_requests/7", "")) {
    case "GET /user":
      return { status: 200, body: user("project_5_bot") };
    case "GET ":
      return { status: 200, body: { iid: 7, author: user("opener"), target_branch: "main" } };
    case "GET /notes":
      return pageOf(merge.notes.map(noteBody), call);
    case "POST /notes":
      merge.notes.push({ id: merge.notes.length + 1, login: "project_5_bot", body: body ?? "" });
      return { status: 201, body: noteBody(merge.notes.at(-1) as MergeRequest["notes"][number]) };
    case "PUT /notes/:id":
      // nobody below a maintainer may change what others wrote
      if (note?.login !== "project_5_bot") return { status: 404, body: { message: "404 Note Not Found" } };
      note.body = body ?? "";
      return { status: 200, body: noteBody(note) };
    case "DELETE /notes/:id":
      merge.notes = merge.notes.filter((each) => each !== note);
      return { status: 204 };
    case "GET /commits":
      return pageOf(
        merge.commits.map((each) => commitBody(each, merge.head)),
        call,
      );
    default: {
      const asked = call.query.get("user_ids[]");
      const members = Object.entries(merge.members).map(([login, access_level]) => ({
        ...user(login),
        access_level,
        ...(merge.blocked.includes(login) && { state: "blocked" }),
      }));
      return pageOf(
        members.filter(({ id }) => merge.isOld || `${id}` === asked),
        call,
      );
    }
  }
}

export function user(login: string) {
  const id = [...login].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % 1_000_003;
  const name = login.charAt(0).toUpperCase() + login.slice(1);
  return { id, username: login, name, state: "active", avatar_url: null, web_url: `https://gitlab.example/${login}` };
}

function noteBody({ id, login, body, isEdited, isSystem = false }: MergeRequest["notes"][number]) {
  const created_at = "2026-03-02T08:00:00.123Z";
  return {
    ...{
      id,
      type: null,
      body,
      author: login === null ? null : user(login),
      created_at,
      system: isSystem,
      resolvable: false,
      internal: false,
    },
    ...{
      updated_at: isEdited ? "2026-03-02T09:00:00.000Z" : created_at,
      noteable_type: "MergeRequest",
      noteable_iid: 7,
    },
  };
}

function commitBody(
  { name, email = "somebody@example.com", committer, message = "change" }: MergeRequest["commits"][number],
  head: string,
) {
  return {
    ...{ id: head, short_id: head.slice(0, 8), title: "change", message, created_at: "2026-03-02T08:00:00.000Z" },
    ...{ author_name: name, author_email: email },
    ...(committer !== undefined && { committer_name: committer, committer_email: "else@example.com" }),
  };
}

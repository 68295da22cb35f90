import { PlatformError } from "./platform-errors";

/** Where pull requests are looked at, as far as one of them is asked about. It knows no review. */
export interface Platform {
  readonly name: "GitHub" | "GitLab";
  /** As people write it: `#482`, `!17`. */
  readonly request: string;
  /** The commit that the job is about: the last of the request as it was when the job began. */
  readonly commit: string;
  /** Whether what somebody says is about one commit by itself, as an approval is; otherwise its words have to name it. */
  readonly tiesToCommit: boolean;
  /** Most characters of a comment. */
  readonly longestComment: number;
  /** The comments that the owner of the token has written, the oldest first. */
  ownComments(): Promise<readonly PlatformComment[]>;
  /** @throws UnclearWriteError when it may have been written all the same */
  createComment(body: string): Promise<void>;
  /** @returns whether it was still there */
  renewComment(id: number, body: string): Promise<boolean>;
  /** One that is gone already is fine. */
  deleteComment(id: number): Promise<void>;
  /** All that people have said by which they may accept something, the oldest first. */
  statements(): Promise<readonly Statement[]>;
  /** Who has opened the request, and who has authored or committed a commit of it. */
  authors(): Promise<readonly CommitAuthor[]>;
  /** Whether somebody may write to the repository. */
  mayWrite(person: Person): Promise<boolean>;
}

export interface PlatformComment {
  readonly id: number;
  readonly body: string;
}

/** Who has an account at a platform. */
export interface Person {
  readonly id: number;
  /** Without `@`. */
  readonly login: string;
  readonly name?: string | undefined;
}

/** Whose account is gone. */
export const GHOST: Person = { id: 0, login: "ghost" };

/** An approval, or a comment where approvals have no text. */
export interface Statement {
  readonly by: Person;
  readonly text: string;
  /** Why nothing in it counts: `it approves 1a2b3c4d`. */
  readonly invalid?: string;
}

/** What a commit says of who made it. A platform knows the account only where it knows the address. */
export interface CommitAuthor {
  readonly id?: number | undefined;
  readonly login?: string | undefined;
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** Whether somebody may be the author: what a commit says is compared with all that is known of a person. */
export function maybeAuthor(person: Person, { id, login, name, email }: CommitAuthor): boolean {
  const account = accountOf(email ?? "");
  const known = [person.login, person.name].map(folded).filter((word) => word !== "");
  return (
    [id, account.id].includes(person.id) ||
    [login, name, account.login].map(folded).some((word) => known.includes(word))
  );
}

function folded(text: string | null | undefined): string {
  return (text ?? "").trim().toLowerCase().replace(/\s+/g, " ");
}

/**
 * 12345 and `ann` of `12345+ann@users.noreply.github.com` and `12345-ann@users.noreply.gitlab.com`: the account may have
 * another name by now. Of other addresses, what stands before the `@`.
 */
function accountOf(email: string): Pick<CommitAuthor, "id" | "login"> {
  const [account = "", host = ""] = email.split("@");
  const [, id, login] = (host.startsWith("users.noreply.") && /^(\d+)[+-](.*)$/.exec(account)) || [];
  return id === undefined ? { login: account } : { id: Number(id), login };
}

/** Those who a commit's message names as further authors. */
export function coAuthors(message: string): CommitAuthor[] {
  return [...message.matchAll(/^\s*co-authored-by:[ \t]*([^<\r\n]*)(?:<([^>\r\n]*))?/gim)].map(([, name, email]) => ({
    name,
    email,
  }));
}

/**
 * Refuses to go by the authors of other commits than the job's: after a push that replaces commits, a request has others.
 *
 * @param shas of the commits that the request has now
 * @throws PlatformError
 */
export function requireCommit({ request, commit }: Platform, shas: readonly string[]): void {
  if (shas.some((sha) => commit.startsWith(sha))) return;
  throw new PlatformError(
    `${request} has other commits by now than ${commit.slice(0, 8)}, which this job is about: who wrote it is not known`,
    "go by the job of the newest commit",
  );
}

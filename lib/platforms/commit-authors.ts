import { onOneLine } from "../text/words";
import type { CommitAuthor, Person, Platform } from "./platform";
import { PlatformError } from "./platform-errors";

/** Whether somebody may be the author: what a commit says is compared with all that is known of a person. */
export function maybeAuthor(person: Person, { login, name, email }: CommitAuthor): boolean {
  const account = accountOf(email ?? "");
  if (account.id === person.id) return true;
  const known = [person.login, person.name].map(folded).filter((word) => word !== "");
  return [login, name, account.login].map(folded).some((word) => known.includes(word));
}

function folded(text: string | null | undefined): string {
  return onOneLine(text ?? "").toLowerCase();
}

/**
 * 12345 and `ann` of `12345+ann@users.noreply.github.com` and `12345-ann@users.noreply.gitlab.com`: the account may have
 * another name by now. Of other addresses, what stands before the `@`.
 */
function accountOf(email: string): { readonly id?: number; readonly login: string | undefined } {
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

/** The error about a request that lists no more what the branch has into which it goes. */
export function otherBase({ request }: Platform): PlatformError {
  return new PlatformError(
    `${request} goes into another branch than when this job began, or that has some of its commits by now: who wrote them is not known`,
    "start a new job: push, or close the request and open it again",
  );
}

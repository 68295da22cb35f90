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
  readonly login?: string | undefined;
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
}

import { posix } from "node:path";

/** Where a platform shows the code of a job: addresses, which nobody has checked. */
export interface CodePages {
  readonly commit: string;
  /** What stands before the path of a file, which begins at the root of the repository. */
  readonly files: string;
  /** The way from that root to the working directory: `apps/shop`, or empty. */
  readonly directory: string;
  /** The pull or merge request of the commit, if there is one: `pull request #482`. */
  readonly request?: { readonly title: string; readonly address: string };
}

/**
 * Where a platform shows a file.
 *
 * @param file its path from the working directory: `experiments/gift_note.yaml`
 * @param line from 1
 * @returns undefined where the repository does not have it
 */
export function pageOfFile({ files, directory }: CodePages, file: string, line?: number): string | undefined {
  const path = posix.join(directory, file);
  const isOutside = /^(?:[a-z]:)?\//i.test(file) || path.split("/")[0] === "..";
  if (isOutside || !path.isWellFormed()) return undefined;
  return `${files}/${encodedPath(path)}${line === undefined ? "" : `#L${line}`}`;
}

/** A path whose parts mean only themselves in a URL. */
export function encodedPath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

import type { Job } from "../platforms/job";
import { putComment } from "../platforms/one-comment";
import { RefusedError } from "../platforms/platform-errors";
import { visible } from "../text/visible";
import type { Io } from "./io";
import { projectIdIn } from "./stacks";

/** How a comment is written: in how many characters at most. */
export type CommentText = (limit: number) => string;

/**
 * Leaves a review as the one comment of these stacks on the job's request. Where the job may not comment, as in a fork, it
 * says so and goes on.
 *
 * @param names of the stacks, as they were given
 * @throws PlatformError when the platform cannot be asked
 */
export async function comment(job: Job, names: readonly string[], textOf: CommentText, io: Io): Promise<void> {
  const { platform, request, tokenVariable } = job;
  const say = (line: string) => io.stderr.write(`${visible(`comment: ${line}`)}\n`);
  if (request === undefined) return void say("left out, as this job is about no pull or merge request");
  if (platform === undefined) return void say(`left out, as ${tokenVariable} is not set`);
  const marker = markerOf(names, io.directory);
  try {
    const how = await putComment(platform, marker, textOf(platform.longestComment - marker.length - 1));
    say(`${how} on ${platform.name} ${request}`);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    say(`left out, as the job may not: ${error.message}; to have it, ${error.next}`);
  }
}

/** How a review's comment begins, which shows acceptances to copy. Nobody sees it on the page. */
const MARK = "<!-- cdktf-experimentation review:";

/** Whether a text is the comment of a review, of these stacks or of others: it accepts nothing itself. */
export function isReviewComment(text: string): boolean {
  return text.startsWith(MARK);
}

/** Tells apart the comments of several projects and of several groups of stacks. */
function markerOf(names: readonly string[], directory: string): string {
  const project = projectIdIn(directory) ?? "";
  const words = [project, ...(names.length === 0 ? ["*"] : names)].map(encodeURIComponent).join(", ");
  // "--" inside of a comment of HTML may end it
  return `${MARK} ${words.replaceAll("--", "-%2D")} -->`;
}

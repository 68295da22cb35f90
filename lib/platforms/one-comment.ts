import type { Platform } from "./platform";
import { PlatformError, UnclearWriteError } from "./platform-errors";

/** How often comments are looked at again, where others write and delete them at the same time. */
const MOST_LOOKS = 4;

/**
 * Leaves one comment that begins with a marker: renews the oldest of one's own, or writes it.
 *
 * @param marker its first line
 * @throws PlatformError
 */
export async function putComment(platform: Platform, marker: string, text: string): Promise<"written" | "renewed"> {
  const body = `${marker}\n${text}`;
  let isWritten = false;
  for (let look = 1; look <= MOST_LOOKS; look++) {
    const [oldest, ...others] = (await platform.ownComments()).filter((each) => each.body.startsWith(marker));
    // two jobs at once may both have found none
    for (const { id } of others) await platform.deleteComment(id);
    if (oldest === undefined) {
      // it was deleted at once, or a list may come later than what it lists
      if (isWritten) return "written";
      isWritten = await isCreated(platform, body);
    } else if (oldest.body === body || (await platform.renewComment(oldest.id, body))) {
      return look > 1 ? "written" : "renewed";
    }
  }
  throw new PlatformError(
    `commenting on ${platform.request}: the comment was gone each time that ${platform.name} was asked`,
    "find out who deletes it, and run the job again",
  );
}

/** Writes a comment; returns whether it was written for certain. If not, the next look tells. */
async function isCreated(platform: Platform, body: string): Promise<boolean> {
  try {
    await platform.createComment(body);
    return true;
  } catch (error) {
    if (error instanceof UnclearWriteError) return false;
    throw error;
  }
}

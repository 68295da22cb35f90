import { setTimeout as passed } from "node:timers/promises";
import type { z } from "zod";
import { Redactor } from "../applier/redactor";
import { type ServiceResponse, send } from "../applier/send";
import { counted, seconds } from "../text/words";
import { parseJson } from "../value/json";
import { failureOf, type PlatformCall, waitAfter } from "./platform-call";
import { PlatformError, RefusedError } from "./platform-errors";

/** Longest time of one attempt, and of all calls of a job with all attempts and waits; in milliseconds. */
const LONGEST_ATTEMPT = 30_000;
const LONGEST = 300_000;

/** How long a job waits at most, where a platform asks it to or does not respond; in milliseconds. */
const LONGEST_WAIT = 60_000;

const MOST_ATTEMPTS = 4;

const ENTRIES_OF_PAGE = 100;

/** How much of one page is read: a hundred comments of a million characters. */
const LONGEST_PAGE = 400_000_000;
const MOST_PAGES = 100;

/** How a job reaches its platform. */
interface Access {
  readonly platform: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Waits so many milliseconds, or until the signal; by the clock of the system when left out. */
  readonly wait?: (time: number, signal: AbortSignal) => Promise<unknown>;
}

/** The calls of a job to its platform, bounded in time. The token goes nowhere else, because no redirect or link is followed. */
export class PlatformApi {
  private readonly start = performance.now();
  private waited = 0;
  private readonly redactor: Redactor;
  private readonly wait: NonNullable<Access["wait"]>;

  constructor(private readonly access: Access) {
    this.redactor = new Redactor([access.token]);
    this.wait = access.wait ?? ((time, signal) => passed(time, undefined, { signal }).catch(() => undefined));
  }

  /**
   * Reads a list to its end, page after page.
   *
   * @throws PlatformError
   */
  async all<Entry>(entry: z.ZodType<Entry>, call: PlatformCall): Promise<Entry[]> {
    const entries: Entry[] = [];
    const list = `${call.path}${call.path.includes("?") ? "&" : "?"}per_page=${ENTRIES_OF_PAGE}`;
    for (let page = 1; page <= MOST_PAGES; page++) {
      const response = await this.call({ ...call, path: `${list}&page=${page}` });
      const read = entry.array().safeParse(parseJson(response.text));
      if (!read.success) throw this.unreadable(call);
      entries.push(...read.data);
      // a proxy may have left out the link to the next page, and GitLab leaves out what nobody may see
      if (!hasNext(response) && read.data.length < ENTRIES_OF_PAGE) return entries;
    }
    throw new PlatformError(
      `${call.doing}: there are more than ${counted(MOST_PAGES, "page")}`,
      `look at them at ${this.access.platform}, and take the request apart`,
    );
  }

  /** @throws PlatformError */
  async one<Content>(content: z.ZodType<Content>, call: PlatformCall): Promise<Content> {
    const read = content.safeParse(parseJson((await this.call(call)).text));
    if (read.success) return read.data;
    throw this.unreadable(call);
  }

  /**
   * Makes a call, again where that may help and does nothing twice.
   *
   * @throws RefusedError when the token may not
   * @throws UnclearWriteError when something may have been created
   * @throws PlatformError when the platform does not respond in time, or with something else
   */
  async call(call: PlatformCall): Promise<ServiceResponse> {
    for (let attempt = 1; ; attempt++) {
      this.requireTime(call);
      const outcome = await this.attempt(call);
      if (outcome.kind === "response" && hasSucceeded(outcome)) return outcome;
      const wait = waitAfter(outcome, call, attempt);
      if (wait === undefined || attempt === MOST_ATTEMPTS || this.waited + wait > LONGEST_WAIT || this.left() < wait) {
        throw failureOf(call, outcome, { ...this.access, redactor: this.redactor, wait });
      }
      this.waited += wait;
      await this.wait(wait, this.access.signal);
    }
  }

  private attempt({ method = "GET", baseUrl = this.access.baseUrl, path, body, isQuery }: PlatformCall) {
    const { headers, signal } = this.access;
    return send({
      method,
      url: `${baseUrl}${path}`,
      body: body === undefined ? "" : JSON.stringify(body),
      signal,
      headers: { ...headers, "User-Agent": "cdktf-experimentation" },
      // a query that failed has errors in a success
      isRecord: () => isQuery !== true,
      timeout: Math.max(1, Math.min(LONGEST_ATTEMPT, this.left())),
      longestResponse: LONGEST_PAGE,
    });
  }

  private requireTime({ doing }: PlatformCall): void {
    const { platform, signal } = this.access;
    if (signal.aborted) throw new PlatformError(`${doing}: interrupted`, "run the job again");
    if (this.left() > 0) return;
    throw new PlatformError(
      `${doing}: the calls of this job to ${platform} have taken ${seconds(LONGEST)}`,
      "run the job again when it responds faster",
    );
  }

  private left(): number {
    return LONGEST - (performance.now() - this.start);
  }

  private unreadable({ doing, baseUrl = this.access.baseUrl }: PlatformCall): PlatformError {
    const { platform } = this.access;
    return new PlatformError(
      `${doing}: what ${baseUrl} responds is not as ${platform}'s interface has it`,
      "check that the address is that of the platform, and that no proxy responds in its place",
    );
  }
}

function hasSucceeded({ status, isComplete, saysFailure }: ServiceResponse): boolean {
  return status < 300 && isComplete && !saysFailure;
}

function hasNext({ headers: { link } }: ServiceResponse): boolean {
  return typeof link === "string" && /;\s*rel="?next\b/i.test(link);
}

/** Whether a call found what it is about: somebody may have deleted it. */
export async function unlessGone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof RefusedError && (error.status === 404 || error.status === 410)) return false;
    throw error;
  }
}

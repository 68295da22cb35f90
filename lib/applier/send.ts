import axios from "axios";

/** Longest answer that is read, in bytes. */
const LONGEST_ANSWER = 1_048_576;

/** One attempt to make a call. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  /** Longest time from start to the end of the answer, in milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

/** What the service answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/**
 * Sends one attempt and reads the whole answer, whatever its status. Redirects are not followed: they would carry the
 * key elsewhere.
 *
 * @throws Error of the network's with a `code`, or of axios when the answer is too long or the time is over
 */
export async function send({ method, url, headers, body, timeout, signal }: Attempt): Promise<Answer> {
  const deadline = AbortSignal.timeout(timeout);
  const response = await axios.request<string>({
    method,
    url,
    headers: { ...headers, "Content-Type": "application/json", Accept: "application/json" },
    data: body,
    signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    maxRedirects: 0,
    maxContentLength: LONGEST_ANSWER,
    maxBodyLength: Number.POSITIVE_INFINITY,
    responseType: "text",
    transformRequest: [(data: unknown) => data],
    transformResponse: [(data: unknown) => data],
    validateStatus: () => true,
  });
  return { status: response.status, headers: response.headers, text: response.data };
}

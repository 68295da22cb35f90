import { problemsOf } from "../api/problems";
import type { Resource } from "../api/resource";
import { pathText } from "../text/path";
import { carryOut } from "./operations";
import type { EmulatorSettings, RateLimit } from "./options";
import { fieldsOfPath, type Route, routesAt, routesOf } from "./routes";
import { type ApiResponse, type RequestContent, refusal } from "./server";
import type { Content, Store } from "./store";

/** A call that has the right key. */
export interface Call {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly content: RequestContent;
}

/** The service: how it responds, and what it keeps. Knows nothing of sockets. */
export class EmulatedService {
  private readonly routes: readonly Route[];

  constructor(
    resources: readonly Resource[],
    private readonly settings: EmulatorSettings,
    private readonly store: Store,
    private readonly limiter: RateLimiter,
  ) {
    this.routes = routesOf(resources, settings.vendor);
  }

  /** The kind of entity that a path is about, or undefined when the service has no such path. */
  kindAt(path: string): string | undefined {
    return routesAt(this.routes, path)[0]?.resource.kind;
  }

  /** Responds to a call and lets it take effect. */
  respond({ method, path, content }: Call): ApiResponse {
    const wait = this.limiter.take();
    if (wait !== undefined) return limitRefusal(wait, this.settings.rateLimit);
    const here = routesAt(this.routes, path);
    if (here.length === 0) return refusal(404, "The service has no such path.");
    const route = here.find((candidate) => candidate.method === method);
    if (route === undefined) {
      const allow = here.map((candidate) => candidate.method).join(", ");
      return refusal(405, `This path takes ${allow} only.`, { headers: { allow } });
    }
    const fromPath = fieldsOfPath(route, path);
    if (fromPath === undefined) return refusal(400, "The path is not percent-encoded UTF-8.");
    if (content.refusal !== undefined) return content.refusal;
    return (
      bodyRefusal(route, content.value) ??
      carryOut({ route, fromPath, body: content.value as Content }, this.store, this.settings)
    );
  }
}

function limitRefusal(wait: number, limit: RateLimit | undefined): ApiResponse {
  const headers = limit?.retryAfter === false ? undefined : { "retry-after": `${wait}` };
  return refusal(429, "Too many changes; try again later.", { headers });
}

function bodyRefusal(route: Route, body: unknown): ApiResponse | undefined {
  const problems = problemsOf(route.body, body);
  if (problems.length === 0) return undefined;
  const errors = problems.map(({ path, allowed }) => ({ property: pathText(path), errorMessage: allowed }));
  return refusal(400, "The request body is not valid.", { errors });
}

/** Counts calls in a sliding window. */
export class RateLimiter {
  private taken: number[] = [];

  /**
   * @param limit undefined takes every call
   * @param now a clock in milliseconds that never goes back
   */
  constructor(
    private readonly limit: RateLimit | undefined,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes one call if the limit allows; otherwise returns after how many seconds it would, a whole number of at least 1. */
  take(): number | undefined {
    if (this.limit === undefined) return undefined;
    const now = this.now();
    const window = this.limit.seconds * 1000;
    this.taken = this.taken.filter((time) => time > now - window);
    const [oldest] = this.taken;
    if (oldest !== undefined && this.taken.length >= this.limit.changes) {
      return Math.max(1, Math.ceil((oldest + window - now) / 1000));
    }
    this.taken.push(now);
    return undefined;
  }

  /** Forgets the calls taken so far. */
  clear(): void {
    this.taken = [];
  }
}

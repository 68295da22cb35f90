import { problemsOf } from "../api/problems";
import type { Resource } from "../api/resource";
import { pathText } from "../value/value";
import { type Answer, refusal } from "./answer";
import { carryOut } from "./operations";
import type { EmulatorSettings } from "./options";
import type { RateLimiter } from "./rate-limit";
import type { RequestContent } from "./request-content";
import { fieldsOfPath, type Route, routesAt, routesOf } from "./routes";
import type { Content, Store } from "./store";

/** A call that has the right key. */
export interface Call {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly content: RequestContent;
}

/** The service: what it answers, and what it keeps of it. Knows nothing of sockets. */
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

  /** Answers a call and lets it take effect. */
  answer(call: Call): Answer {
    return this.limitRefusal() ?? this.answerAt(call);
  }

  private limitRefusal(): Answer | undefined {
    const wait = this.limiter.take();
    if (wait === undefined) return undefined;
    const isSaid = this.settings.rateLimit?.retryAfter !== false;
    const headers = isSaid ? { "retry-after": `${wait}` } : undefined;
    return refusal(429, "Too many changes; try again later.", { headers });
  }

  private answerAt({ method, path, content }: Call): Answer {
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

function bodyRefusal(route: Route, body: unknown): Answer | undefined {
  const problems = problemsOf(route.body, body);
  if (problems.length === 0) return undefined;
  const errors = problems.map(({ path, allowed }) => ({ property: pathText(path), errorMessage: allowed }));
  return refusal(400, "The request body is not valid.", { errors });
}

/** Environment variables that name the proxy for https, in the order in which axios reads them. */
const PROXY_VARIABLES = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443" };

/** The proxy for https, as axios takes it from the environment. */
interface NamedProxy {
  /** Its host and port, without user and password. */
  readonly name: string;
  /** The variable that names it. */
  readonly variable: string;
  /** The variable that names hosts without it. */
  readonly without: string;
}

export function proxyIn(environment: NodeJS.ProcessEnv): NamedProxy {
  const variable = PROXY_VARIABLES.find((name) => environment[name]) ?? "HTTPS_PROXY";
  return {
    name: placeOf(environment[variable] ?? ""),
    variable,
    without: environment.no_proxy ? "no_proxy" : "NO_PROXY",
  };
}

/** Adds `http://` to proxies that are named without a scheme, as curl and Terraform read them. */
export function completeProxies(environment: NodeJS.ProcessEnv): void {
  for (const name of PROXY_VARIABLES) {
    const proxy = environment[name];
    if (proxy && !proxy.includes("://")) environment[name] = `http://${proxy}`;
  }
}

/** Host and port of a proxy, also of one whose URL is not valid: what may be a password is left out. */
function placeOf(url: string): string {
  const [scheme = ""] = url.split("://", 1);
  // a password may have these signs by mistake
  const rest = url.includes("@") ? url.slice(url.lastIndexOf("@") + 1) : url.slice(scheme.length + "://".length);
  const [, host = "", port = ""] = /^(\[[\da-f:.]*\]|[^:/?#]*)(:[^/?#]*)?/i.exec(rest) ?? [];
  const shown = port === "" ? DEFAULT_PORTS[scheme.toLowerCase()] : /^:(\d+)$/.exec(port)?.[1];
  return shown === undefined ? host : `${host}:${shown}`;
}

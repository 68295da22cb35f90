/** A proxy refused to connect to the service, and answered in its place. `send` decides which calls take a proxy. */
export class ProxyRefusal extends Error {
  override readonly name = "ProxyRefusal";

  /** @param status of the proxy's answer */
  constructor(readonly status: number) {
    super(`the proxy refused the connection with ${status}`);
  }
}

/** Environment variables that name the proxy for https. */
const PROXY_VARIABLES = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];

/** Adds `http://` to proxies that are named without a scheme, as curl and Terraform read them. */
export function completeProxies(environment: NodeJS.ProcessEnv): void {
  for (const name of PROXY_VARIABLES) {
    const proxy = environment[name];
    if (proxy && !proxy.includes("://")) environment[name] = `http://${proxy}`;
  }
}

/** The part of `process` that Node prints with. */
interface NodeOutput {
  readonly env: NodeJS.ProcessEnv;
  readonly stderr: { write: (chunk: string | Uint8Array, ...rest: never[]) => boolean };
}

/**
 * Suppresses the debug output that `NODE_DEBUG` turns on, because it holds all that Node sends, including the key. Node
 * reads the variable before any of our code runs, so only the output itself can be stopped: Node writes strings, and we
 * write bytes.
 */
export function silenceNode(node: NodeOutput): void {
  if (!node.env.NODE_DEBUG) return;
  const write = node.stderr.write.bind(node.stderr);
  node.stderr.write = (chunk, ...rest) => typeof chunk === "string" || write(chunk, ...rest);
  Object.defineProperty(node, "_rawDebug", { value: () => undefined });
}

/** Environment variables that name the proxy for https. */
const PROXY_VARIABLES = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];

/** The variable that names the proxy for https, and the one that names hosts without it, as axios reads them. */
export function proxyVariablesOf(environment: NodeJS.ProcessEnv): { readonly proxy: string; readonly without: string } {
  return {
    proxy: PROXY_VARIABLES.find((name) => environment[name]) ?? "HTTPS_PROXY",
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

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

/** The part of `process` that Node prints by. */
interface Output {
  readonly env: NodeJS.ProcessEnv;
  readonly stderr: { write: (chunk: string | Uint8Array, ...rest: never[]) => boolean };
}

/**
 * Keeps Node from printing what it does where `NODE_DEBUG` asks for that, since it prints all that it sends, the key
 * included. Node reads the variable before the first line of ours runs, so that only its output can be stopped: Node
 * writes strings, and we write bytes.
 */
export function silenceNode(node: Output): void {
  if (!node.env.NODE_DEBUG) return;
  const write = node.stderr.write.bind(node.stderr);
  node.stderr.write = (chunk, ...rest) => typeof chunk === "string" || write(chunk, ...rest);
  Object.defineProperty(node, "_rawDebug", { value: () => undefined });
}

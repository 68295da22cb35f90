import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./installed";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
}

/** TypeScript's language server, as editors run it. */
export class LanguageServer {
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly waiting = new Map<number, (result: unknown) => void>();
  private received = Buffer.alloc(0);
  private lastId = 0;

  constructor(private readonly directory: string) {
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    this.process = spawn(process.execPath, [tsc, "--lsp", "--stdio"], { cwd: directory });
    this.process.stdout.on("data", (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
      while (this.takeMessage());
    });
  }

  /** Opens a file of that text, with nothing of it on disk. */
  async open(file: string, text: string): Promise<void> {
    await this.request("initialize", {
      processId: process.pid,
      rootUri: this.uri("."),
      capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } },
    });
    this.send({ method: "initialized", params: {} });
    const textDocument = { uri: this.uri(file), languageId: "typescript", version: 1, text };
    this.send({ method: "textDocument/didOpen", params: { textDocument } });
  }

  /** What an editor shows when the pointer rests on a place of a file, counted from 0. */
  async hover(file: string, line: number, character: number): Promise<string> {
    const result = await this.request("textDocument/hover", {
      textDocument: { uri: this.uri(file) },
      position: { line, character },
    });
    return (result as { readonly contents: { readonly value: string } } | null)?.contents.value ?? "";
  }

  close(): void {
    this.process.kill();
  }

  private request(method: string, params: object): Promise<unknown> {
    const id = ++this.lastId;
    this.send({ id, method, params });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, resolve);
      this.process.once("exit", (code) => reject(new Error(`the language server ended with ${code}`)));
    });
  }

  private send(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  /** Takes one message from what has been received; false when there is none that is whole. */
  private takeMessage(): boolean {
    const [header = "", length] =
      /^Content-Length: (\d+)\r\n(?:.+\r\n)*\r\n/.exec(this.received.toString("latin1")) ?? [];
    const end = header.length + Number(length);
    if (header === "" || this.received.length < end) return false;
    const message = JSON.parse(this.received.subarray(header.length, end).toString()) as Message;
    this.received = this.received.subarray(end);
    if (message.method !== undefined && message.id !== undefined) this.send({ id: message.id, result: null });
    else if (message.id !== undefined) this.waiting.get(message.id)?.(message.result);
    return true;
  }

  private uri(path: string): string {
    return pathToFileURL(join(this.directory, path)).href;
  }
}

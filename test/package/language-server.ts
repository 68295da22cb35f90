import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { start } from "../support/process";

/** A mark in a text: its line and column from 0, and what it says. */
export interface Mark {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Where the cursor is, from 0. */
type Cursor = readonly [line: number, column: number];

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: never;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Settings of an editor, as its users write them. */
export type EditorSettings = Readonly<{ "yaml.schemas"?: Readonly<Record<string, string | readonly string[]>> }>;

/** An editor on a folder, with the released YAML language server behind it. */
export class Editor {
  private readonly program;
  private received = Buffer.alloc(0);
  private lastID = 0;
  private readonly waiting = new Map<number | string, (message: Message) => void>();
  private readonly marked = new Map<string, (marks: Mark[]) => void>();

  private constructor(
    private readonly folder: string,
    private readonly settings: EditorSettings,
  ) {
    const server = createRequire(__filename).resolve("yaml-language-server/bin/yaml-language-server");
    const environment = { PATH: process.env.PATH };
    this.program = start(process.execPath, [server, "--stdio"], { directory: folder, environment, writesStdin: true });
    this.program.process.stdout?.on("data", (chunk: string) => this.read(chunk));
  }

  static async open(folder: string, settings: EditorSettings = {}): Promise<Editor> {
    const editor = new Editor(folder, settings);
    const uri = pathToFileURL(folder).href;
    await editor.request("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "project" }],
      capabilities: {
        workspace: {
          configuration: true,
          workspaceFolders: true,
          didChangeConfiguration: { dynamicRegistration: true },
        },
        textDocument: { completion: { completionItem: { snippetSupport: true } }, hover: {}, publishDiagnostics: {} },
      },
    });
    editor.notify("initialized", {});
    editor.notify("workspace/didChangeConfiguration", { settings: { yaml: editor.yaml } });
    return editor;
  }

  /** Opens a file, and waits for its marks. */
  async marks(file: string, text: string): Promise<Mark[]> {
    const found = new Promise<Mark[]>((resolve) => this.marked.set(this.uriOf(file), resolve));
    this.notify("textDocument/didOpen", {
      textDocument: { uri: this.uriOf(file), languageId: "yaml", version: 1, text },
    });
    return found;
  }

  /** What completes at a place of an open file: what is inserted, by the label. */
  async completions(file: string, cursor: Cursor): Promise<Map<string, string>> {
    const result = (await this.request("textDocument/completion", this.at(file, cursor))) as {
      readonly items: readonly { readonly label: string; readonly insertText?: string }[];
    };
    // the first of a label stands at the top
    return new Map([...result.items].reverse().map(({ label, insertText = label }) => [label, insertText]));
  }

  /** What is explained at a place of an open file. */
  async explanation(file: string, cursor: Cursor): Promise<string> {
    const result = (await this.request("textDocument/hover", this.at(file, cursor))) as {
      readonly contents: { readonly value: string };
    } | null;
    return result?.contents.value ?? "";
  }

  async close(): Promise<void> {
    await this.request("shutdown", null);
    this.notify("exit", null);
    await this.program.ended;
  }

  private get yaml(): object {
    const { "yaml.schemas": schemas = {} } = this.settings;
    return { schemas, validate: true, completion: true, hover: true, schemaStore: { enable: false } };
  }

  private uriOf(file: string): string {
    return pathToFileURL(`${this.folder}/${file}`).href;
  }

  private at(file: string, [line, character]: Cursor): object {
    return { textDocument: { uri: this.uriOf(file) }, position: { line, character } };
  }

  private request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.lastID;
    const answered = new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, ({ result, error }) => (error === undefined ? resolve(result) : reject(error)));
    });
    this.send({ id, method, params });
    return answered;
  }

  private notify(method: string, params: unknown): void {
    this.send({ method, params });
  }

  private send(message: object): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.program.process.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  private read(chunk: string): void {
    this.received = Buffer.concat([this.received, Buffer.from(chunk)]);
    for (;;) {
      const end = this.received.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(this.received.toString("utf8", 0, Math.max(end, 0)))?.[1]);
      if (end < 0 || this.received.length < end + 4 + length) return;
      const body = this.received.toString("utf8", end + 4, end + 4 + length);
      this.received = this.received.subarray(end + 4 + length);
      this.take(JSON.parse(body) as Message);
    }
  }

  private take(message: Message): void {
    const { id, method, params } = message;
    if (method === undefined) this.waiting.get(id ?? "")?.(message);
    else if (id !== undefined) this.send({ id, result: this.answerTo(method, params) });
    else if (method === "textDocument/publishDiagnostics") this.show(params ?? ({} as never));
  }

  /** What a server asks of an editor. */
  private answerTo(method: string, params: unknown): unknown {
    if (method !== "workspace/configuration") return null;
    const { items } = params as { readonly items: readonly { readonly section: string }[] };
    return items.map(({ section }) => (section === "yaml" ? this.yaml : {}));
  }

  private show({ uri, diagnostics }: { readonly uri: string; readonly diagnostics: readonly never[] }): void {
    const marks = diagnostics.map(
      ({
        range: { start: place },
        message,
      }: {
        range: { start: { line: number; character: number } };
        message: string;
      }) => ({
        line: place.line,
        column: place.character,
        message,
      }),
    );
    this.marked.get(uri)?.(marks);
  }
}

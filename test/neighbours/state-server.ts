import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A server of Terraform states, as many teams run one: it keeps one state and one lock, and outlives Terraform. */
export class StateServer {
  static async start(): Promise<StateServer> {
    const started = new StateServer();
    await new Promise<void>((resolve) => started.server.listen(0, "127.0.0.1", resolve));
    return started;
  }

  readonly requests: string[] = [];
  state: string | undefined;
  private lock: string | undefined;
  private readonly server = createServer(async (request, response) => {
    this.requests.push(request.method ?? "");
    const [status, body] = await this.answer(request);
    response.writeHead(status).end(body);
  });

  private constructor() {}

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/state`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage): Promise<[status: number, body?: string]> {
    const body = await text(request);
    switch (request.method) {
      case "GET":
        return [this.state === undefined ? 404 : 200, this.state];
      case "POST":
        this.state = body;
        return [200];
      case "LOCK":
        if (this.lock !== undefined) return [423, this.lock];
        this.lock = body;
        return [200];
      default:
        this.lock = undefined;
        return [200];
    }
  }
}

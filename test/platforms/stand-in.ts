import { createServer, type IncomingMessage } from "node:http";
import { listen } from "../support/network";

/** A call that has arrived at a stand-in. */
export interface ArrivedCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body?: unknown;
  /** The token that it brings. */
  readonly token: string;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page of a list, with the link to the next one, as GitHub and GitLab have it. */
export function pageOf(entries: readonly unknown[], { path, query }: ArrivedCall): Reply {
  const [size, page] = [Number(query.get("per_page") ?? 30), Number(query.get("page") ?? 1)];
  const next = new URLSearchParams([...query, ["page", `${page + 1}`]]);
  // another address: nobody may send the token there
  const link = `<http://elsewhere.example${path}?${next}>; rel="next", <http://elsewhere.example${path}>; rel="last"`;
  const body = entries.slice((page - 1) * size, page * size);
  return { status: 200, body, headers: page * size < entries.length ? { link } : {} };
}

/** A platform on a loopback port that answers in the place of the real one. */
export async function startStandIn(token: string, answer: (call: ArrivedCall) => Reply) {
  const calls: ArrivedCall[] = [];
  /** What is answered first, in the place of the platform; undefined hangs up, after the platform has done what was asked. */
  const faults: { readonly fits: (call: ArrivedCall) => boolean; readonly reply: Reply | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const call = await arrived(request);
    calls.push(call);
    const index = faults.findIndex(({ fits }) => fits(call));
    const [fault] = index < 0 ? [] : faults.splice(index, 1);
    const refused: Reply = { status: 401, body: { message: "Bad credentials" } };
    const reply = fault?.reply ?? (call.token === token ? answer(call) : refused);
    if (fault !== undefined && fault.reply === undefined) return request.socket.destroy();
    response.writeHead(reply.status, { "Content-Type": "application/json", ...reply.headers });
    return response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
  });
  const port = await listen(server);
  const fail = (times: number, reply: Reply | undefined, fits: (call: ArrivedCall) => boolean = () => true) => {
    for (let time = 0; time < times; time++) faults.push({ fits, reply });
  };
  return { address: `http://127.0.0.1:${port}`, calls, faults, fail, close: () => void server.close() };
}

async function arrived(request: IncomingMessage): Promise<ArrivedCall> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://stand-in");
  const { authorization = "", "private-token": own } = request.headers;
  const text = Buffer.concat(await request.toArray()).toString("utf8");
  return {
    ...{ method: request.method ?? "", path: pathname, query: searchParams },
    ...(text !== "" && { body: JSON.parse(text) }),
    token: String(own ?? authorization.replace(/^Bearer /, "")),
  };
}

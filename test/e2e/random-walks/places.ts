import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { type Emulator, startEmulator } from "../../../lib/emulator";
import { type Listening, listen } from "../../../lib/emulator/server";

/** Where the code may say that entities are. */
export interface Place {
  /** Which of the projects is there. */
  readonly project: number;
  readonly baseUrl: string;
  readonly apiKeyVariable: string;
}

/** Three projects of a service, and five places: the first project is at three of them, one address leads to two. */
export interface Places {
  readonly projects: readonly Emulator[];
  readonly places: readonly Place[];
  /** What projects took though they had it, each as its project and its name: see `frontOf`. */
  readonly seconds: readonly string[];
}

/** The keys of the projects, by the variables that hold them. */
export const keys = { KEY_ONE: "key one", KEY_TWO: "key two", KEY_ONE_AGAIN: "key one" } as const;

export async function withPlaces(test: (places: Places) => Promise<void>): Promise<void> {
  const projects = await Promise.all([keys.KEY_ONE, keys.KEY_ONE, keys.KEY_TWO].map((key) => startEmulator({ key })));
  const seconds: string[] = [];
  const fronts = await Promise.all([[0, 2], [1], [0]].map((behind) => frontOf(projects, behind, seconds)));
  const [home = "", other = "", alias = ""] = fronts.map(({ baseUrl }) => baseUrl);
  const places: readonly Place[] = [
    { project: 0, baseUrl: home, apiKeyVariable: "KEY_ONE" },
    { project: 1, baseUrl: other, apiKeyVariable: "KEY_ONE" },
    { project: 2, baseUrl: home, apiKeyVariable: "KEY_TWO" },
    { project: 0, baseUrl: alias, apiKeyVariable: "KEY_ONE" },
    { project: 0, baseUrl: home, apiKeyVariable: "KEY_ONE_AGAIN" },
  ];
  try {
    await test({ projects, places, seconds });
  } finally {
    await Promise.all([...fronts, ...projects].map((each) => each.close()));
  }
}

/** An address of projects, each found by its key. They have no unique key for ingestion sources, and take one again. */
function frontOf(projects: readonly Emulator[], behind: readonly number[], seconds: string[]): Promise<Listening> {
  return listen(0, async (request, response) => {
    const project = behind.find((index) => projects[index]?.key === request.headers["service-api-key"]) ?? -1;
    const sent = await text(request);
    const answer = await passOn(request, sent, projects[project]?.baseUrl);
    const isSecond = answer.status === 409 && request.url === "/console/v1/ingestion";
    if (isSecond) seconds.push(`${project} ${(JSON.parse(sent) as { readonly source_name: string }).source_name}`);
    response.writeHead(isSecond ? 201 : answer.status, { "content-type": "application/json" });
    response.end(isSecond ? '{ "message": "Created.", "data": {} }' : answer.body);
  });
}

/** Makes a call at another address; without one, nobody has its key. */
async function passOn({ method, url, headers }: IncomingMessage, body: string, address: string | undefined) {
  if (address === undefined) return { status: 401, body: '{ "message": "The key is not valid." }' };
  const sent = { "content-type": "application/json", "service-api-key": String(headers["service-api-key"]) };
  const answer = await fetch(`${address}${url}`, { method, headers: sent, body });
  return { status: answer.status, body: await answer.text() };
}

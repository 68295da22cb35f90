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
  readonly places: readonly [Place, Place, Place, Place, Place];
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
  const places: Places["places"] = [
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
    const key = String(request.headers["service-api-key"]);
    // the last one refuses a key that is nobody's
    const project = behind.find((index) => projects[index]?.key === key) ?? behind.at(-1) ?? 0;
    const headers = { "content-type": "application/json", "service-api-key": key };
    const body = await text(request);
    const answer = await fetch(`${projects[project]?.baseUrl}${request.url}`, {
      method: request.method,
      headers,
      body,
    });
    const isSecond = answer.status === 409 && request.url === "/console/v1/ingestion";
    if (isSecond) seconds.push(`${project} ${JSON.parse(body).source_name}`);
    response.writeHead(isSecond ? 201 : answer.status, { "content-type": "application/json" });
    response.end(isSecond ? '{ "message": "Created.", "data": {} }' : await answer.text());
  });
}

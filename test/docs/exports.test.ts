import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { command } from "../cli/command";
import { listen } from "../support/network";
import { run } from "../support/process";
import { experiment, metricSource } from "../support/samples";
import { temporaryFolder } from "../support/temporary-folder";
import { recipe } from "./pages";

/** What a service with pages has, two on each. */
const lists: Readonly<Record<string, readonly object[]>> = {
  "/console/v1/experiments": ["one", "two", "three"].map((id) => ({ ...experiment, id: `experiment_${id}` })),
  "/console/v1/metrics/metric_source/list": [{ ...metricSource, sourceType: "query" }],
  "/console/v1/experiments/assignment_sources": [],
  "/console/v1/segments": [],
};
const directory = temporaryFolder();

test("the script of the page fetches every page of every list, and adopt reads them", async () => {
  const keys = new Set<unknown>();
  const service = createServer(({ url = "", headers }, response) => {
    keys.add(headers["statsig-api-key"]);
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const page = Number(searchParams.get("page"));
    const all = lists[pathname] ?? [];
    const nextPage = all.length > 2 * page ? `${pathname}?limit=2&page=${page + 1}` : null;
    const data = all.slice(2 * (page - 1), 2 * page);
    response.end(JSON.stringify({ message: "Listed.", data, pagination: { nextPage, totalItems: all.length } }));
  });
  const port = await listen(service);
  try {
    await writeFile(join(directory, "export.sh"), recipe("export.sh"));
    const { exitCode, output } = await run("sh", ["export.sh"], {
      directory,
      environment: {
        PATH: process.env.PATH,
        SERVICE_BASE_URL: `http://127.0.0.1:${port}`,
        STATSIG_CONSOLE_KEY: "a key",
      },
    });
    expect([exitCode, output]).toEqual([0, ""]);
  } finally {
    service.close();
  }

  const adopted = await command(["adopt", "exports", "--format", "yaml"], { directory });
  expect([...keys]).toEqual(["a key"]);
  expect(adopted).toMatchObject({ exitCode: 0, stderr: "" });
  expect([...adopted.stdout.matchAll(/^id: (\w+)$/gm)].map(([, id]) => id)).toEqual([
    "experiment_one",
    "experiment_two",
    "experiment_three",
  ]);
});

import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Include } from "../../lib";
import { emulatorWith } from "../emulator/running";
import { accessTo } from "../support/deployment";
import { aMetricSource, anExperiment, experiment, metricSource, together } from "../support/samples";
import { temporaryFolder } from "../support/temporary-folder";
import { aProject, type Project } from "./command";
import { responses } from "./records";

const emulator = emulatorWith();
const build = together(anExperiment(), aMetricSource());
const folder = temporaryFolder();
const button = join(folder, "button.yaml");

/** A project whose entities stand in files. */
let included: Project;
beforeAll(() => {
  writeFileSync(button, JSON.stringify({ kind: "Experiment", ...experiment }));
  writeFileSync(join(folder, "orders.json"), JSON.stringify({ kind: "MetricSource", ...metricSource }));
  included = aProject((stack) => new Include(stack, "files", { path: folder }));
});

const starts = {
  text: /^(?![[{<*])/,
  json: /^[[{]\n/,
  markdown: /^### /,
  html: /^<!DOCTYPE html>/,
  csv: /^stack,/,
  typescript: /^(import|\/\/|\/\*) /,
  yaml: /^# yaml-language-server/,
} as const;

test.each<[argv: readonly string[], files: Readonly<Record<string, keyof typeof starts>>]>([
  [["requests"], { "a.txt": "text", "a.md": "markdown", "a.html": "html", "a.json": "json" }],
  [["preflight"], { "a.txt": "text", "a.json": "json" }],
  [["adopt", "records.json"], { "a.ts": "typescript", "a.yaml": "yaml" }],
  [["drift", "records.json"], { "a.txt": "text", "a.md": "markdown", "a.json": "json" }],
  [["list"], { "a.txt": "text", "A.MD": "markdown", "a.html": "html", "a.json": "json", "a.csv": "csv" }],
  [["types"], { "a.ts": "typescript", "a.json": "json" }],
])(
  "%j writes what the endings of several files say, and names what a file declares by the file",
  async (argv, files) => {
    const { directory, run, read } = included;
    const records = [{ ...responses.experiment, allocation: 1 }, responses.metric_source];
    writeFileSync(join(directory, "records.json"), JSON.stringify(records));
    const options = { environment: accessTo(emulator()) };
    await run([...argv, ...Object.keys(files).flatMap((name) => ["--out", name])], options);

    for (const [name, format] of Object.entries(files)) expect(read(name)).toMatch(starts[format]);
    if (!("a.txt" in files)) return;
    // from the working directory
    const file = relative("", button).replaceAll("\\", "/");
    expect(read("a.txt")).toContain(file);
    expect(read("a.txt")).not.toMatch(/files\/Experiment/);
    expect(read("a.json")).toMatch(/"construct": "[^"]*files\/Experiment_checkout_button",\s+"file": /);
    expect(read("a.json")).toContain(`"file": ${JSON.stringify(file)},`);
  },
);

test.each([
  [["--out", "a.json", "--out", "b.pdf"], "--out b.pdf: the ending says no format"],
  [["--out", "a.json", "--out", "b.csv"], "--out b.csv: this command has no format csv"],
  [["--out", "a.json", "--out", "b.txt", "--format", "json"], "--format beside several --out"],
  [
    ["--limit", "16383"],
    "option '--limit <characters>' argument '16383' is invalid. Allowed are whole numbers from 16384.",
  ],
])("%j is refused, and nothing is written", async (argv, problem) => {
  const { directory, run } = aProject(build);
  const before = readdirSync(directory);
  const { exitCode, stdout, stderr } = await run(["requests", ...argv]);
  expect([exitCode, stdout, stderr]).toEqual([2, "", expect.stringContaining(`error: ${problem}\n`)]);
  expect(readdirSync(directory)).toEqual(before);
});

test("one file has the format of --format, whatever its ending", async () => {
  const { run, read } = aProject(build);
  await run(["list", "--out", "b.md", "--format", "csv"]);
  expect(read("b.md")).toMatch(starts.csv);
});

test.each(["-", "/dev/stdout"])(
  "--out %s is the standard output, also where no file may be overwritten",
  async (out) => {
    const { directory, run } = included;
    writeFileSync(join(directory, "records.json"), JSON.stringify([responses.metric_source]));
    for (const [argv, format] of [
      [["list"], "text"],
      [["list", "--format", "csv"], "csv"],
      [["types", "--out", "kept.json"], "typescript"],
      [["adopt", "records.json"], "typescript"],
    ] as const) {
      const { exitCode, stdout } = await run([...argv, "--out", out]);
      expect([exitCode, stdout]).toEqual([0, expect.stringMatching(starts[format])]);
    }
    expect(readdirSync(directory)).not.toContain("-");
  },
);

test("adopt writes into a device or a pipe, which loses nothing", async () => {
  const { directory, run } = included;
  writeFileSync(join(directory, "records.json"), JSON.stringify([responses.metric_source]));
  expect(await run(["adopt", "records.json", "--out", "/dev/null"])).toMatchObject({ exitCode: 0 });
});

test("a full disk leads to another, or to room, and leaves no device or half of a file", async () => {
  const { exitCode, stderr } = await included.run(["list", "--out", "/dev/full"]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("next: make room on its disk, or name another file")]);
  expect(existsSync("/dev/full")).toBe(true);
});

test("a terminal that does not know its width has that of COLUMNS, else 80", async () => {
  const list = (columns: number | undefined, environment = {}) =>
    included.run(["list"], { isTTY: true, columns, environment: { NO_COLOR: "1", ...environment } });
  const wanted = await list(80);
  for (const columns of [0, undefined]) expect(await list(columns)).toEqual(wanted);
  expect(await list(0, { COLUMNS: "60" })).toEqual(await list(60));
});

test("Markdown keeps to --limit, else to the longest comment, and counts what is left out", async () => {
  const ids = Array.from({ length: 400 }, (_, index) => `experiment_${index}`);
  const { directory, run } = aProject(together(...ids.map((id) => anExperiment({ id, name: `Name of ${id}` }, id))));
  const records = ids.map((id) => ({ ...responses.experiment, id, allocation: 1 }));
  writeFileSync(join(directory, "records.json"), JSON.stringify(records));
  for (const argv of [["list", "--limit", "30000"], ["list"], ["drift", "records.json"], ["requests"]]) {
    const { stdout } = await run([...argv, "--format", "markdown"]);
    expect(stdout.length).toBeLessThanOrEqual(Number(argv[2] ?? 65_536));
    const left = Number(/(\d+) left out/.exec(stdout)?.[1] ?? 0);
    const shown = stdout.match(/(?:<b>|\*\*)(?:Name of )?experiment(?:_|&#95;)\d+/g) ?? [];
    expect([argv, shown.length + left]).toEqual([argv, 400]);
  }
});

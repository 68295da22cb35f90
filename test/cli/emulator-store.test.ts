import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSeenByGit, openStore } from "../../lib/cli/emulator-store";
import { startEmulator } from "../../lib/emulator";
import { emulatorWith, paths, send } from "../emulator/running";
import { promptVersion, segment } from "../support/samples";
import { temporaryFolder } from "../support/temporary-folder";

const folder = temporaryFolder();
let count = 0;

function newFile(): string {
  return join(folder, `store-${++count}.json`);
}

/** Lets an emulator use a store for as long as it runs. */
async function withEmulator(file: string, use: (access: { baseUrl: string; key: string }) => Promise<unknown>) {
  const store = openStore(file, "service", folder);
  const emulator = await startEmulator({ store });
  try {
    await use(emulator);
    return [...emulator.records];
  } finally {
    await emulator.close();
    store.release();
  }
}

const make = (access: { baseUrl: string; key: string }) => send(access, paths.segments, segment);

test("records are kept over restarts, in a file that others cannot read, and a reset empties it", async () => {
  const file = newFile();
  const kept = await withEmulator(file, async (access) => {
    expect((await make(access)).status).toBe(201);
    await send(access, paths.versions, promptVersion);
    await send(access, "POST /emulator/faults", { status: 503 });
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).not.toContain("emulator-key");

  const again = await withEmulator(file, async (access) => {
    // the fault is gone, and the record is there
    expect((await make(access)).status).toBe(409);
  });
  expect(again).toEqual(kept);

  await withEmulator(file, (access) => send(access, "POST /emulator/reset", {}));
  expect(await withEmulator(file, make)).toHaveLength(1);
  expect(readdirSync(folder)).toContain(file.slice(folder.length + 1));
});

test("a dry run keeps nothing", async () => {
  const file = newFile();
  await withEmulator(file, (access) =>
    send(access, paths.metricSources, {
      dryRun: true,
      name: "a",
      sql: "select 1",
      timestampColumn: "t",
      idTypeMapping: [],
    }),
  );
  expect(await withEmulator(file, async () => {})).toEqual([]);
});

describe("an emulator whose store cannot save", () => {
  const emulator = emulatorWith({
    store: {
      records: [],
      save: (records) => {
        if (records.length > 0) throw new Error("the disk is full");
      },
    },
  });

  test("lets no effect take place that would be lost", async () => {
    expect((await make(emulator())).status).toBe(500);
    expect(emulator().records).toEqual([]);
  });
});

test.each<[string, string, string]>([
  ["text", "my notes", "is no store of an emulator"],
  ["nothing", "", "is no store of an emulator"],
  ["JSON of something else", '{"records":[]}', "is no store of an emulator"],
  ["an export", '[{"id":"a"}]', "is no store of an emulator"],
  ["a later store", '{"format":"cdktf-experimentation emulator","version":2}', "is of version 2"],
  [
    "a store of another vendor",
    '{"format":"cdktf-experimentation emulator","version":1,"vendor":"acme","records":[]}',
    "was kept for the vendor acme",
  ],
])("a file with %s is refused and left as it is", (_, text, problem) => {
  const file = newFile();
  writeFileSync(file, text);
  expect(() => openStore(file, "service", folder)).toThrow(problem);
  expect(readFileSync(file, "utf8")).toBe(text);
  // its lock is gone, too
  writeFileSync(file, '{"format":"cdktf-experimentation emulator","version":1,"vendor":"service","records":[]}');
  openStore(file, "service", folder).release();
});

test("a second emulator does not use the store of one that runs; it takes that of one that was killed, without its draft", () => {
  const file = newFile();
  const draft = `${file}.${2 ** 30}.new`;
  const first = openStore(file, "service", folder);
  writeFileSync(draft, "half");
  expect(() => openStore(file, "service", folder)).toThrow(`another emulator uses ${file} (process ${process.pid})`);
  expect(existsSync(draft)).toBe(true);
  first.release();
  // no system has so many processes
  writeFileSync(`${file}.lock`, `${2 ** 30}`);
  openStore(file, "service", folder).release();
  expect(existsSync(draft)).toBe(false);
});

test("a place that cannot be written is an error of the start", () => {
  expect(() => openStore(join(folder, "none/store.json"), "service", folder)).toThrow(
    "cannot be written: there is no such",
  );
});

test("a store that cannot be saved any more says so", () => {
  const file = newFile();
  const store = openStore(file, "service", folder);
  rmSync(file);
  mkdirSync(file);
  expect(() => store.save([])).toThrow(`${file} cannot be written: `);
  store.release();
});

test("git sees a store that no rule of its repository ignores", () => {
  const repository = join(folder, "repository");
  mkdirSync(repository);
  expect(isSeenByGit("store.json", repository)).toBe(false);
  execFileSync("git", ["init", "--quiet"], { cwd: repository });
  expect(isSeenByGit("store.json", repository)).toBe(true);
  writeFileSync(join(repository, ".gitignore"), "store.json\n");
  expect(isSeenByGit("store.json", repository)).toBe(false);
});

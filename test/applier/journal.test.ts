import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Opaque } from "../../lib/value/value";
import { listen } from "../support/network";
import { requestFile } from "./request";
import { creates, inScene, updates, withFields } from "./subjects";

const [create, , segment] = creates;
const ours = "by an earlier deploy of this stack";
const theirs = "nothing here proves that this stack created it";

const entry = {
  calling: false,
  created: "yes",
  kind: "experiment",
  name: "checkout_button",
  immutable: {},
  time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  run: expect.any(String),
  process: expect.any(Number),
  host: expect.any(String),
};

test("an entry says that a call is being made, before it is sent; an update that finds the entity finishes it", () =>
  inScene(create, async (scene) => {
    scene.fail({ hang: true, effect: true });
    const running = scene.start();
    await scene.arrived();
    const { pid } = running.process;
    expect(await scene.stack.journal()).toEqual({
      "entity.create.json": { ...entry, calling: true, created: "no", process: pid },
    });
    running.process.kill("SIGKILL");
    await running.ended;

    await scene.stack.run("update", scene.access);
    expect(await scene.stack.journal()).toEqual({ "entity.create.json": { ...entry, created: "maybe" } });
  }));

test("the entry of a create stays where it succeeded, or may have taken effect, and that of an update does not", async () => {
  await inScene(create, async (scene) => {
    scene.fail({ status: 403 });
    await scene.run();
    expect(await scene.stack.journal()).toEqual({});

    scene.fail({ status: 500 });
    await scene.run();
    expect(await scene.stack.journal()).toEqual({ "entity.create.json": { ...entry, created: "maybe" } });

    await scene.run();
    expect(await scene.stack.journal()).toEqual({ "entity.create.json": entry });
  });
  await inScene(updates[0], async (scene) => {
    await scene.run();
    expect(await scene.stack.journal()).toEqual({});
  });
});

test("what an update cannot change is kept as digests; an id that was left out, and is given now, is no change", () =>
  inScene(segment, async (scene) => {
    const named = withFields(segment, { name: "beta_testers" });
    const { id: _, ...sent } = named.fields;
    await scene.stack.write(requestFile(named, { sent }));
    await scene.run();
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(await scene.stack.journal()).toMatchObject({
      "entity.create.json": { immutable: { name: digest, type: digest } },
    });
    await scene.stack.write(requestFile(named));

    expect((await scene.run()).stdout).toContain(ours);
  }));

test("a name that came from Terraform is kept as a digest, since it may be a secret", () =>
  inScene(create, async (scene) => {
    await scene.stack.write(requestFile(withFields(create, { id: Opaque.deferred([{ terraform: 0 }]) })));
    const values = { EXPERIMENTATION_VALUES: '["checkout_button"]' };
    await scene.run(values);

    expect(Object.keys(await scene.stack.journal())).toEqual(["entity.create.json"]);
    expect(JSON.stringify(await scene.stack.journal())).not.toContain("checkout_button");
    expect((await scene.run(values)).stdout).toContain(ours);
  }));

const withChange = (change: object) => async (path: string) =>
  writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, "utf8")), ...change }));

// test/protocol/journal-entry.test.ts has what an entry has to be
test.each<[what: string, obstruct: (path: string) => unknown]>([
  ["an entry of 8 days ago", withChange({ time: new Date(Date.now() - 8 * 86_400_000).toISOString() })],
  ["an entry about another kind", withChange({ kind: "segment" })],
  ["an entry about another name", withChange({ name: "other" })],
  [
    "a link to an entry",
    async (path) => {
      await writeFile(`${path}.target`, await readFile(path));
      await rm(path);
      await symlink(`${path}.target`, path);
    },
  ],
  [
    "a FIFO",
    async (path) => {
      await rm(path);
      execFileSync("mkfifo", [path]);
    },
  ],
])("%s proves nothing, and is not written through", (_, obstruct) =>
  inScene(create, async (scene) => {
    await scene.run();
    const files = await readdir(join(scene.stack.folder, "journal"), { recursive: true, withFileTypes: true });
    const [entry] = files.filter((each) => each.isFile());
    const path = join(entry?.parentPath ?? "", entry?.name ?? "");
    await obstruct(path);
    const target = () => readFile(`${path}.target`, "utf8").catch(() => "");
    const before = await target();

    expect((await scene.run()).stderr).toContain(theirs);
    expect(await target()).toBe(before);
  }),
);

test.each<[string, string, (path: string) => Promise<void>]>([
  ["a link to a folder", "a symbolic link", (path) => symlink(tmpdir(), path)],
  ["a file", "EEXIST", (path) => writeFile(path, "a file where the folder goes")],
])("with %s in the place of the journal, nothing is sent", (_, reason, obstruct) =>
  inScene(create, async (scene) => {
    const path = join(scene.stack.folder, "journal");
    await obstruct(path);
    const { exitCode, stderr } = await scene.run();

    expect(exitCode).toBe(1);
    expect(stderr).toContain(`error: cannot write the journal entry ${path}`);
    expect(stderr).toMatch(
      new RegExp(
        `\\(${reason}\\)\\n  next: remove what on this path is no directory.*; nothing was sent\\n  more: .* explain journal\\n$`,
      ),
    );
    expect(scene.calls()).toEqual([]);
    await rm(path);
    expect((await scene.run()).exitCode).toBe(0);
  }),
);

test("an entry that cannot be changed after the call hides no outcome", () =>
  inScene(create, async (scene) => {
    const server = createServer((request, response) => {
      rmSync(join(scene.stack.folder, "journal"), { recursive: true });
      request.resume().on("end", () => response.writeHead(500).end("{}"));
    });
    const { stderr } = await scene.run({ SERVICE_BASE_URL: `http://127.0.0.1:${await listen(server)}` });
    server.close();

    expect(stderr).toContain("returned 500");
  }));

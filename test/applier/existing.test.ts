import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../lib/emulator";
import type { NoteText } from "../../lib/interface/note";
import type { CallRequest } from "../../lib/interface/request";
import { masked, Stack } from "./applier";
import { arrived } from "./parent";
import { creates, inScene, requestFile, type Subject } from "./subjects";

const adopt = "to take over what exists, set adopt: true on the construct; to make another, give it another identity";
const settled = "an attempt whose end was unclear had made it";

describe("a thing that others made", () => {
  test.each(creates)("is left alone by the $what, whose error advises to adopt", (subject) =>
    inScene(subject, async (scene) => {
      const theirs = await Stack.with(requestFile(withOther(subject)));
      await theirs.run("create", access(scene.emulator));
      const before = scene.emulator.records;
      scene.calls();
      const { exitCode, stderr } = await scene.run();

      expect(exitCode).toBe(1);
      expect(masked(stderr)).toBe(
        `error: ${subject.thing} (stack/thing): ${call(subject)} was answered with 409: ${title(subject)} already exists.\n  next: ${adopt}\n`,
      );
      expect(scene.calls()).toEqual(["create"]);
      expect(scene.emulator.records).toEqual(before);
      expect(await scene.stack.notes()).toEqual({});
      await theirs.remove();
    }),
  );

  test.each(["The id is already in use.", "Name already exists", "Duplicate name", "slug has already been taken"])(
    "is told by 400 with %j",
    (message) =>
      inScene(creates[0], async (scene) => {
        scene.fail({ status: 400, body: { message } });
        const { stderr } = await scene.run();

        expect(stderr).toContain(`answered with 400: ${message}\n  next: ${adopt}`);
      }),
  );

  test("is told by 400 with the same in its errors", () =>
    inScene(creates[0], async (scene) => {
      const errors = [{ property: "id", errorMessage: "already exists" }];
      scene.fail({ status: 400, body: { message: "Invalid request.", errors } });
      const { stderr } = await scene.run();

      expect(stderr).toContain(`answered with 400: Invalid request.\n  - id: already exists\n  next: ${adopt}`);
    }));

  test("is not told by 400 about something else that is there twice", () =>
    inScene(creates[0], async (scene) => {
      scene.fail({ status: 400, body: { message: "groups: duplicate group" } });

      expect((await scene.run()).stderr).toContain("next: correct the props, and deploy again");
    }));

  test("is the one wanted where the id comes from the content", () =>
    inScene(byName("create of a prompt version"), async (scene) => {
      const request = requestFile(scene.subject);
      const { create } = request.calls;
      if (create === undefined) throw new TypeError("no create");
      await scene.stack.write({ ...request, calls: { create: { ...create, existing: "accept" } } });
      await scene.run();
      const found = await scene.run();

      expect(scene.calls()).toEqual(["create", "create"]);
      expect({ ...found, stdout: masked(found.stdout) }).toEqual({
        exitCode: 0,
        stdout: "found prompt version support_bot/v1 in <time>: it exists with this content, from which its id comes\n",
        stderr: "",
      });
    }));
});

test.each(creates)("a service that takes the $what twice is believed", (subject) =>
  inScene(subject, async (scene) => {
    scene.fail({ drop: "after" });
    scene.fail({ body: { message: "Created.", data: {} } });

    expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
    expect(scene.calls()).toEqual(["create", subject.findsOutBy]);
    expect(scene.differences).toEqual([]);
  }),
);

describe("the note of a create", () => {
  const note = {
    kind: "experiment",
    name: "checkout_button",
    content: expect.stringMatching(/^[0-9a-f]{64}$/),
    begun: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  };

  test("lies in unclear while the end is unknown, and in done afterwards", () =>
    inScene(creates[0], async (scene) => {
      scene.fail({ status: 500 });
      await scene.run();
      expect(await scene.stack.notes()).toEqual({ "unclear/thing.create.json": note });

      await scene.run();
      expect(await scene.stack.notes()).toEqual({ "done/thing.create.json": note });
    }));

  test("holds a digest in the place of a name that came from Terraform: it may be a secret", () =>
    inScene(creates[0], async (scene) => {
      const request = requestFile(scene.subject);
      await scene.stack.write({
        ...request,
        name: null,
        holes: ["/name", "/calls/create/body/id", "/calls/update/parameters/id"].map((at) => ({
          at,
          parts: [{ terraform: 0 }],
        })),
      });
      scene.fail({ status: 500, effect: true });
      const values = { EXPERIMENTATION_VALUES: '["checkout_button"]' };
      expect((await scene.run(values)).stderr).not.toContain("checkout_button");

      expect(Object.keys(await scene.stack.notes())).toEqual(["unclear/thing.create.json"]);
      expect(JSON.stringify(await scene.stack.notes())).not.toContain("checkout_button");
      expect(await scene.run(values)).toMatchObject({ exitCode: 0, stderr: "" });
      expect(scene.differences).toEqual([]);
    }));

  test("is there before the call is sent", () =>
    inScene(creates[0], async (scene) => {
      scene.fail({ hang: true });
      const running = scene.start();
      await arrived(scene);

      expect(await scene.stack.notes()).toEqual({ "begun/thing.create.json": note });
      running.process.kill("SIGKILL");
      expect((await running.ended).exitCode).toBeNull();
    }));

  test.each(creates)("lets the next $what finish what one that was killed began", (subject) =>
    inScene(subject, async (scene) => {
      scene.fail({ hang: true, effect: true });
      const running = scene.start();
      while (scene.emulator.records.length === 0) await new Promise(setImmediate);
      running.process.kill("SIGKILL");
      await running.ended;
      scene.calls();
      const { exitCode, stdout } = await scene.run();

      expect({ exitCode, stdout: masked(stdout) }).toEqual({
        exitCode: 0,
        stdout: `created ${subject.thing} in <time>: ${settled}\n`,
      });
      const finish = subject.calls.update === undefined ? [] : ["update"];
      expect(scene.calls()).toEqual(subject.findsOutBy === "update" ? finish : ["create", ...finish]);
      expect(scene.differences).toEqual([]);
    }),
  );

  test("counts for content that was changed in the meantime", () =>
    inScene(creates[0], async (scene) => {
      scene.fail({ status: 500, effect: true });
      await scene.run();
      const changed = { ...creates[0], fields: { ...creates[0]?.fields, allocation: 70 } } as Subject;
      await scene.stack.write(requestFile(changed));

      expect(await scene.run()).toMatchObject({ exitCode: 0 });
      expect(scene.emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 70 });
    }));

  test("says so where content was changed that nothing can change", () =>
    inScene(byName("create of a segment"), async (scene) => {
      scene.fail({ status: 500, effect: true });
      await scene.run();
      await scene.stack.write(requestFile(withOther(scene.subject)));

      expect(await scene.run()).toEqual({
        exitCode: 1,
        stdout: "",
        stderr:
          "error: segment beta_testers (stack/thing): an earlier deploy has created it with other content, and it has no update\n" +
          "  next: declare the former content again, or give it another identity\n",
      });
    }));

  test("does not count for another thing of the same construct", () =>
    inScene(creates[0], async (scene) => {
      const other = {
        ...creates[0],
        thing: "experiment other",
        fields: { ...creates[0]?.fields, id: "other" },
      } as Subject;
      const theirs = await Stack.with(requestFile(other));
      await theirs.run("create", access(scene.emulator));
      scene.fail({ status: 500 });
      await scene.run();
      await scene.stack.write(requestFile(other));

      expect((await scene.run()).stderr).toContain(`Experiment other already exists.\n  next: ${adopt}`);
      expect(await scene.stack.notes()).toEqual({});
      await theirs.remove();
    }));

  test("does not count for another service, nor for another project of the same", () =>
    inScene(creates[0], async (scene) => {
      await scene.run();
      const theirs = await Stack.with(requestFile(scene.subject));
      for (const other of [await startEmulator(), await startEmulator({ key: "another project's" })]) {
        await theirs.run("create", access(other));
        const { exitCode, stderr } = await scene.stack.run("create", access(other));

        expect([exitCode, stderr]).toEqual([1, expect.stringContaining(adopt)]);
        await other.close();
      }
      await theirs.remove();
    }));

  test("of a create that others prevented keeps the content of the one that took effect", () =>
    inScene(byName("create of a segment"), async (scene) => {
      await scene.run();
      await scene.stack.write(requestFile(withOther(scene.subject)));
      scene.fail({ hang: true });
      const running = scene.start();
      await arrived(scene);
      running.process.kill("SIGKILL");
      await running.ended;

      expect((await scene.run()).stderr).toContain("an earlier deploy has created it with other content");
    }));

  test.each(["begun", "unclear", "done"])("in %s does not count after a week", (state) =>
    inScene(creates[0], async (scene) => {
      await scene.run();
      await mkdir(join(scene.notesFolder, state), { recursive: true });
      const path = join(scene.notesFolder, state, "thing.create.json");
      await rename(join(scene.notesFolder, "done/thing.create.json"), path);
      await age(path, 8);

      expect((await scene.run()).stderr).toContain(adopt);
    }),
  );

  test("that cannot be kept hides neither a success nor a refusal", () =>
    inScene(creates[0], async (scene) => {
      await mkdir(scene.notesFolder, { recursive: true });
      await writeFile(join(scene.notesFolder, "done"), "a file where the folder goes");
      expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });

      scene.fail({ status: 500, delay: 200 });
      const running = scene.start();
      await arrived(scene);
      await rm(scene.notesFolder, { recursive: true });
      expect((await running.ended).stderr).toContain("was answered with 500");
    }));

  test("does not count elsewhere", () =>
    inScene(creates[0], async (scene) => {
      scene.fail({ status: 500, effect: true });
      await scene.run();
      const elsewhere = await Stack.with(requestFile(scene.subject));

      expect((await elsewhere.run("create", access(scene.emulator))).stderr).toContain(adopt);
      await elsewhere.remove();
    }));

  test.each([
    { days: 6, counts: true },
    { days: 8, counts: false },
  ])("about a success $days days ago counts: $counts", ({ days, counts }) =>
    inScene(creates[0], async (scene) => {
      await scene.run();
      await age(join(scene.notesFolder, "done/thing.create.json"), days);
      const { exitCode, stderr } = await scene.run();

      expect(exitCode).toBe(counts ? 0 : 1);
      expect(stderr.includes(adopt)).toBe(!counts);
    }),
  );

  test("that is torn says nothing", () =>
    inScene(creates[0], async (scene) => {
      scene.fail({ status: 500 });
      await scene.run();
      await writeFile(join(scene.notesFolder, "unclear/thing.create.json"), '{"kind":"exp');

      expect(await scene.run()).toMatchObject({ exitCode: 0 });
      expect(await scene.stack.notes()).toEqual({ "done/thing.create.json": note });
    }));

  test("is needed: without it nothing is sent", () =>
    inScene(creates[0], async (scene) => {
      await writeFile(join(scene.stack.folder, "notes"), "a file where the folder goes");
      const { exitCode, stderr } = await scene.run();

      expect([exitCode, stderr.replace(scene.notesFolder, "<notes>")]).toEqual([
        1,
        "error: the note <notes>/begun/thing.create.json, without which a call could be lost, cannot be written (ENOTDIR)\n" +
          "  next: make its folder writable, and deploy again\n",
      ]);
      expect(scene.calls()).toEqual([]);
    }));
});

test("what is in the way of a create is said, even when an attempt before may have made the thing", () =>
  inScene(creates[0], async (scene) => {
    scene.fail({ drop: "before" });
    scene.fail({ status: 400, body: { message: "The layer is already used by another experiment." } });
    const { stderr } = await scene.run();

    expect(stderr).toContain("was answered with 400: The layer is already used by another experiment.");
    expect(scene.calls()).toEqual(["create", "create", "update"]);
  }));

test("a version by its content is not taken for made because its name is in use", () =>
  inScene(byName("create of a prompt version"), async (scene) => {
    const request = requestFile(scene.subject);
    const create = { ...request.calls.create, existing: "accept" } as CallRequest;
    await scene.stack.write({ ...request, calls: { create } });
    const errors = [{ property: "name", errorMessage: "name is already in use by version v0" }];
    scene.fail({ status: 400, body: { message: "Invalid request.", errors } });

    expect(await scene.run()).toMatchObject({ exitCode: 1, stdout: "" });
  }));

describe("an ingestion source that no update can look for", () => {
  const subject = byName("create of an ingestion source");
  const { dataset: _, ...fields } = subject.fields;
  const lone = { ...subject, thing: "ingestion source s3/revenue", id: "/s3/revenue", fields };

  test("is not created again until somebody has looked", () =>
    inScene(lone, async (scene) => {
      scene.fail({ status: 504 });
      const first = await scene.run();
      const notes = scene.notesFolder;
      const error =
        "error: ingestion source s3/revenue (stack/thing): whether an earlier attempt created it is unknown, and another could make it twice\n" +
        `  next: look in the service: if it is there, set adopt: true; if not, move its note thing.create.json below ${notes} to the folder undone there, and deploy again\n`;
      expect([first, await scene.run()]).toEqual(Array(2).fill({ exitCode: 1, stdout: "", stderr: error }));
      expect(scene.calls()).toEqual(["create"]);

      await mkdir(join(notes, "undone"));
      await rename(join(notes, "unclear/thing.create.json"), join(notes, "undone/thing.create.json"));
      expect(await scene.run()).toMatchObject({ exitCode: 0 });
      expect(Object.keys(await scene.stack.notes())).toEqual(["done/thing.create.json"]);
    }));
});

/** Makes a note so many days older. */
async function age(path: string, days: number): Promise<void> {
  const note = JSON.parse(await readFile(path, "utf8")) as NoteText;
  const begun = new Date(Date.parse(note.begun) - days * 86_400_000).toISOString();
  await writeFile(path, JSON.stringify({ ...note, begun }));
}

function byName(what: string): Subject {
  const found = creates.find((subject) => subject.what === what);
  if (found === undefined) throw new TypeError(`no ${what}`);
  return found;
}

/** The same thing with other content. */
function withOther(subject: Subject): Subject {
  const field = { experiment: "description", segment: "description", prompt_version: "model" }[subject.kind] ?? "sql";
  return {
    ...subject,
    fields: { ...subject.fields, [subject.kind === "ingestion_source" ? "query" : field]: "select 2" },
  };
}

function access({ address, key }: Emulator): Record<string, string> {
  return { SERVICE_BASE_URL: address, SERVICE_API_KEY: key };
}

function call({ calls }: Subject): string {
  return (calls.create ?? "").replace(" ", " <service>");
}

function title({ kind, id }: Subject): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1).replace("_", " ")} ${id}`;
}

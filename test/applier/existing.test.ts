import { startEmulator } from "../../lib/emulator";
import { Opaque } from "../../lib/value/value";
import { accessTo } from "../support/deployment";
import { without } from "../support/samples";
import { masked, Stack } from "./applier";
import { requestFile } from "./request";
import { creates, inScene, type Scene, type Subject, withFields, withTheirs } from "./subjects";

// one of each: with an update, without one, one that a service may keep twice, and one with an id by its content
const [experiment, metricSource, segment, ingestionSource, promptVersion] = creates;

const ADOPT = { SERVICE_ADOPT_EXISTING: "true" };

const of = creates.map((subject) => [subject.what, subject] as const);

const seen = withFields(experiment, { layerID: "l1" });

/** An ingestion source with too few fields for an update, which alone could look for it. */
const unseen: Subject = { ...ingestionSource, fields: without(ingestionSource.fields, "dataset") };

/** An experiment with too few fields for an update. */
const tooFew: Subject = { ...experiment, fields: without(experiment.fields, "hypothesis") };

const UNPROVEN = "nothing here proves that this stack created it";
const PROVEN = "by an earlier deploy of this stack";
const UNCLEAR = "either an earlier attempt, whose response was lost, created it, or it belongs to";
const OTHER_KEY = "an earlier deploy of this stack, with another API key, may have created it";

/** What a deploy may do before the one that a test is about. */
const deploys = {
  succeeded: (scene: Scene) => scene.run(),
  "lost its response": (scene: Scene) => {
    scene.fail({ status: 500, effect: true });
    return scene.run();
  },
  "was killed": (scene: Scene) => {
    scene.fail({ hang: true, effect: true });
    return scene.startAndKill();
  },
};

describe("somebody else's entity stays as it was", () => {
  test.concurrent.each(of)("after the %s, whose error advises to adopt it", (_, subject) =>
    withTheirs(subject, async (scene, theirs) => {
      const { exitCode, stderr } = await scene.run({ SERVICE_ADOPT_EXISTING: "1" });

      expect(exitCode).toBe(1);
      expect(masked(stderr)).toMatch(
        new RegExp(
          `^error: ${subject.entity} \\(stack/entity\\): POST \\S+ returned 409: .* already exists; ${UNPROVEN}`,
        ),
      );
      expect(stderr).toContain(
        `run \`SERVICE_ADOPT_EXISTING=true terraform -chdir='${scene.stack.folder}' apply\` once`,
      );
      expect(stderr).toMatch(/give it another \w.*\n {2}more: .* explain exists\n/);
      expect(scene.emulator.records).toEqual(theirs);
      expect(await scene.stack.journal()).toEqual({});
    }),
  );

  test.concurrent("even with unclearCreates, where no attempt of this stack can have created it", () =>
    withTheirs(
      experiment,
      async (scene, theirs) => {
        scene.fail({ status: 429 });

        expect((await scene.run()).stderr).toContain(UNPROVEN);
        expect(scene.emulator.records).toEqual(theirs);
      },
      { unclearCreates: "adopt" },
    ));
});

describe("an entity that an attempt without an answer may have created", () => {
  test.concurrent.each(of)("is left to somebody who looks, and then finished by one command: %s", (_, subject) =>
    inScene(subject, async (scene) => {
      scene.fail({ drop: "after" });
      for (const { exitCode, stderr } of [await scene.run(), await scene.run()]) {
        expect([exitCode, stderr]).toEqual([1, expect.stringContaining(UNCLEAR)]);
        expect(stderr).toMatch(
          /next: look in the service: if it is yours, .* run `SERVICE_ADOPT_EXISTING=true terraform.*; if not, give it another/,
        );
      }
      scene.calls();
      const adopted = await scene.run(ADOPT);

      const { update } = subject.calls;
      const remark = `it existed already${update === undefined ? ", and stays as it is" : ""}`;
      expect(masked(adopted.stdout)).toBe(`adopted ${subject.entity} in <time>: ${remark}\n`);
      // what may be duplicated is looked for by an update that changes nothing
      const first = subject === ingestionSource ? "update" : "create";
      expect(scene.calls()).toEqual(update === undefined ? [first] : [first, "update"]);
      expect(scene.differences).toEqual([]);
      expect((await scene.run()).stderr).toContain(UNCLEAR);
    }),
  );

  test.concurrent.each([experiment, segment, ingestionSource])(
    "is finished at once where unclearCreates says so, and not duplicated: $what",
    (subject) =>
      inScene(
        subject,
        async (scene) => {
          scene.fail({ status: 503, effect: true });
          const { exitCode, stdout } = await scene.run();

          expect([exitCode, masked(stdout)]).toEqual([
            0,
            `created ${subject.entity} in <time>: by an earlier attempt whose response was lost\n`,
          ]);
          expect(scene.differences).toEqual([]);
          expect(scene.emulator.records).toHaveLength(1);
        },
        { unclearCreates: "adopt" },
      ),
  );

  test.concurrent("is created when the service says that it is not there", () =>
    inScene(ingestionSource, async (scene) => {
      scene.fail({ status: 504 });
      scene.fail({ status: 404, body: { message: "Ingestion source not found" } });

      expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
      expect(scene.calls()).toEqual(["create", "update", "create"]);
      expect(scene.differences).toEqual([]);
    }));
});

test.concurrent.each<[why: string, before: (scene: Scene) => unknown, Record<string, string>, unless: string]>([
  ["whether an earlier attempt created it is unknown", deploys["lost its response"], {}, "remove /"],
  ["an earlier deploy of this stack created it", deploys.succeeded, {}, "remove /"],
  [
    OTHER_KEY,
    async (scene) => {
      await scene.run();
      await scene.stack.giveJournalOtherKey();
    },
    {},
    "remove /",
  ],
  ["whether it exists is unknown", () => {}, ADOPT, "deploy again without SERVICE_ADOPT_EXISTING\n"],
])(
  "what the service may have twice, where no update can look for it, is not created if it may exist: %s",
  (why, before, environment, unless) =>
    inScene(unseen, async (scene) => {
      await before(scene);
      scene.calls();
      const { exitCode, stderr } = await scene.run(environment);

      expect([exitCode, scene.calls()]).toEqual([1, []]);
      expect(stderr).toContain(`${why}, and a create could make a duplicate; without dataset, no update`);
      expect(stderr).toContain(`if it is there, add dataset, set adopt: true, and deploy again; if not, ${unless}`);
    }),
);

describe("SERVICE_ADOPT_EXISTING", () => {
  test.concurrent("looks for what the service may have twice, and so makes no second one", () =>
    withTheirs(ingestionSource, async (scene) => {
      const { stdout } = await scene.run(ADOPT);

      expect(masked(stdout)).toBe("adopted ingestion source Metrics/s3/revenue in <time>: it existed already\n");
      expect(scene.calls()).toEqual(["update", "update"]);
      expect(scene.emulator.calls.at(-2)?.body).toEqual({ dataset: "Metrics", type: "s3", source_name: "revenue" });
      expect(scene.differences).toEqual([]);
    }));

  test.concurrent.each([
    ["Table finance.revenue not found", 404],
    ["Ingestion source not found", 400],
  ])("creates nothing when the search is answered %s", (message, status) =>
    inScene(ingestionSource, async (scene) => {
      scene.fail({ match: { method: "PATCH" }, status, body: { message } });

      expect((await scene.run(ADOPT)).stderr).toContain(`returned ${status}: ${message}`);
      expect(scene.calls()).toEqual(["update"]);
    }),
  );

  test.concurrent.each([experiment, ingestionSource])("leaves as it is what ignores changes: $what", (subject) =>
    withTheirs(subject, async (scene) => {
      const theirs = scene.contents;
      await scene.stack.write(requestFile(subject, { ignoreChanges: true }));

      expect((await scene.run(ADOPT)).stdout).toMatch(/^adopted .*: it existed already, and stays as it is\n$/);
      expect(scene.contents).toEqual(theirs);
    }),
  );

  test.concurrent("does not adopt an experiment with too few fields for an update, and names what is missing", () =>
    withTheirs(tooFew, async (scene, theirs) => {
      const { exitCode, stderr } = await scene.run(ADOPT);

      expect(exitCode).toBe(1);
      expect(stderr).toContain("it exists, and an update to the declared state also needs hypothesis\n  next: add");
      expect(scene.emulator.records).toEqual(theirs);
    }));

  test.concurrent("says so where the service has another value that no update can change, unless it may be a secret", () =>
    withTheirs(seen, async (scene) => {
      const { exitCode, stderr } = await scene.run(ADOPT);

      expect([exitCode, stderr]).toEqual([1, expect.stringContaining("it exists with a different layerID, which no")]);
      expect(stderr).toContain('next: declare the layerID "theirs" that the service has, set adopt: true, and deploy');

      const secret = Opaque.deferred([{ terraform: 0 }]);
      await scene.stack.write(requestFile(withFields(experiment, { layerID: secret })));
      expect((await scene.run({ ...ADOPT, EXPERIMENTATION_VALUES: '["l1"]' })).stderr).toContain(
        "next: declare the layerID that the service has, set adopt: true, and deploy",
      );
    }));
});

test.concurrent.each([
  [200, (value: string) => `declare the layerID ${value} that the service has`],
  [201, () => "declare the layerID that the service has"],
])("a value of the service, %i characters long as JSON, is shown only if it is no longer than 200", (length, next) =>
  inScene(seen, async (scene) => {
    const layerID = "l".repeat(length - '""'.length);
    await scene.create({ layerID });

    expect((await scene.run(ADOPT)).stderr).toContain(next(JSON.stringify(layerID)));
  }),
);

describe("an entity that this stack has created", () => {
  test.concurrent.each(of)("is finished where Terraform has lost the %s", (_, subject) =>
    inScene(subject, async (scene) => {
      await scene.run();
      scene.calls();

      expect(masked((await scene.run()).stdout)).toBe(`created ${subject.entity} in <time>: ${PROVEN}\n`);
      const update = subject.calls.update === undefined ? [] : ["update"];
      expect(scene.calls()).toEqual([subject === ingestionSource ? "update" : "create", ...update]);
      expect(scene.differences).toEqual([]);
    }),
  );

  test.concurrent.each([
    ["layerID", seen, { layerID: "l2" }],
    ["use_delta_sharing", withFields(ingestionSource, { use_delta_sharing: true }), { use_delta_sharing: false }],
    ["description", segment, { description: "Others." }],
  ] as const)("is refused with another %s, which no update can change", (field, former, change) =>
    inScene(former, async (scene) => {
      await scene.run();
      const kept = scene.contents;
      await scene.stack.write(requestFile(withFields(former, change)));
      const { exitCode, stderr } = await scene.run();

      expect(exitCode).toBe(1);
      expect(stderr).toContain(
        `it exists, and an earlier deploy of this stack sent its create with a different ${field}, which no update can change`,
      );
      expect(stderr).toContain("next: revert to the former value, or give it another ");
      expect(scene.contents).toEqual(kept);
    }),
  );

  test.concurrent("is as declared where it lacks what an update needs, until something changes it", () =>
    inScene(tooFew, async (scene) => {
      await scene.run();
      scene.calls();
      expect((await scene.run()).stdout).toContain(PROVEN);
      expect(scene.calls()).toEqual(["create"]);

      await scene.stack.write(requestFile(withFields(tooFew, { allocation: 70 })));
      expect((await scene.run()).stderr).toContain("an update to the declared state also needs hypothesis");
    }));

  test.concurrent.each(["create", "update"] as const)(
    "is not known to be as declared once the update that a %s makes may have changed it",
    (action) =>
      inScene(tooFew, async (scene) => {
        await scene.run();
        await scene.stack.write(requestFile(withFields(experiment, { allocation: 70 })));
        scene.fail({ match: { path: /checkout_button$/ }, status: 400, effect: true });
        expect(await scene.stack.run(action, scene.access)).toMatchObject({ exitCode: 1 });
        await scene.stack.write(requestFile(tooFew));

        expect((await scene.run()).stderr).toContain("an update to the declared state also needs hypothesis");
      }),
  );

  test.concurrent.each(["lost its response", "was killed"] as const)(
    "may have been created with another value, where its create %s",
    (how) =>
      inScene(seen, async (scene) => {
        await deploys[how](scene);
        const service = { unclearCreates: "adopt" } as const;
        await scene.stack.write(requestFile(withFields(experiment, { layerID: "l2" }), { service }));

        expect((await scene.run()).stderr).toContain("sent its create with a different layerID, which no update can");
        expect(scene.contents).toMatchObject([{ layerID: "l1" }]);
      }),
  );

  test.concurrent("stays proven when a later create fails or is killed", () =>
    inScene(metricSource, async (scene) => {
      await scene.run();
      scene.fail({ status: 403 });
      expect(await scene.run()).toMatchObject({ exitCode: 1 });
      await deploys["was killed"](scene);

      expect((await scene.run()).stdout).toContain(PROVEN);
    }));

  test.concurrent("is another one for another folder, service or entity", () =>
    inScene(experiment, async (scene) => {
      await scene.run();
      const elsewhere = await Stack.with(requestFile(experiment));
      expect((await elsewhere.run("create", scene.access)).stderr).toContain(UNPROVEN);
      const other = await startEmulator({ key: "another project's" });
      await elsewhere.run("create", accessTo(other));
      expect((await scene.stack.run("create", accessTo(other))).stderr).toContain(UNPROVEN);
      await other.close();
      const renamed = requestFile(withFields(experiment, { id: "other" }));
      await elsewhere.write(renamed);
      await elsewhere.run("create", scene.access);
      await scene.stack.write(renamed);
      expect((await scene.run()).stderr).toContain(UNPROVEN);
      await elsewhere.remove();
    }));
});

describe("an entity that an earlier deploy with another key may have created", () => {
  test.concurrent.each(Object.entries(deploys))(
    "is not this stack's by that, even with unclearCreates: %s",
    (_, deploy) =>
      inScene(
        seen,
        async (scene) => {
          await deploy(scene);
          await scene.stack.giveJournalOtherKey();
          const kept = scene.contents;
          scene.calls();
          const { exitCode, stderr } = await scene.run();

          expect([exitCode, stderr]).toEqual([1, expect.stringContaining(OTHER_KEY)]);
          expect(stderr).toContain("if the API key in SERVICE_API_KEY was rotated within one project");
          expect(stderr).toContain("run `SERVICE_ADOPT_EXISTING=true terraform");
          expect(scene.contents).toEqual(kept);
          expect(scene.calls()).toEqual(["create"]);
          expect(await scene.run(ADOPT)).toMatchObject({ exitCode: 0 });
          expect((await scene.run()).stderr).toContain(OTHER_KEY);
        },
        { unclearCreates: "adopt" },
      ),
  );

  test.concurrent.each([experiment, ingestionSource])("is created where that was another project: $what", (subject) =>
    inScene(subject, async (scene) => {
      await scene.run();
      await scene.stack.giveJournalOtherKey();
      await scene.forget();

      expect((await scene.run()).stdout).toMatch(/^created [^:]*: [^:]* created successfully/);
      expect(scene.calls()).toEqual(subject === ingestionSource ? ["update", "create"] : ["create"]);
    }),
  );
});

/** Another change, or another entity, is in the way. */
const others = [
  { message: "Another change is in progress" },
  { message: "a prompt named Checkout already exists; choose another name" },
];

test.concurrent("a version whose id comes from its content counts as created when its id is taken, and by nothing less", () =>
  inScene(promptVersion, async (scene) => {
    await scene.stack.write(requestFile(promptVersion, { byContent: true }));
    for (const body of others) {
      scene.fail({ status: 409, body });
      expect((await scene.run()).stderr).toContain(`returned 409: ${body.message}\n  next: resolve what the response`);
    }
    scene.fail({ status: 409 });
    expect((await scene.run()).stderr).toContain('if it is there, declare id: "v1" and set adopt: true; if not,');
    scene.fail({ status: 409, body: { message: "Version v1 already exists" } });
    expect((await scene.run()).stdout).toMatch(/^found prompt version support_bot\/v1 .* it exists with this content/);
  }));

describe("a create that meets something else than its entity", () => {
  test.concurrent.each([experiment, segment, ingestionSource])("adopts nothing: $what", (subject) =>
    inScene(subject, async (scene) => {
      for (const body of others) {
        scene.fail({ match: { method: "POST" }, status: 409, body });
        const { exitCode, stdout, stderr } = await scene.run(ADOPT);

        expect([exitCode, stdout]).toEqual([1, ""]);
        expect(stderr).toContain(`returned 409: ${body.message}\n  next: resolve what the response says`);
        expect(stderr).toContain("exists, set adopt: true, and deploy again");
      }
      expect(scene.emulator.records).toEqual([]);
    }),
  );

  test.concurrent.each([
    ["segment", segment],
    ["prompt version", promptVersion],
  ])("adopts nothing where no update can tell, and the answer does not name the id: %s", (label, subject) =>
    withTheirs(subject, async (scene) => {
      scene.fail({ status: 409, body: { message: `${label} already exists` }, times: 2 });
      expect((await scene.run()).stderr).toMatch(/to adopt what exists, set adopt: true, and deploy again; to make/);
      const { exitCode, stderr } = await scene.run(ADOPT);

      expect(exitCode).toBe(1);
      expect(stderr).toContain("does not say that its id is taken, and no update can tell whether it exists");
      expect(stderr).toContain("next: look in the service: if it is there, set adopt: true; if not,");
    }),
  );

  test.concurrent("says so where an update does not find what the create says exists", () =>
    inScene(experiment, async (scene) => {
      scene.fail({ status: 409, body: { message: "The id is already in use." } });
      const { exitCode, stderr } = await scene.run(ADOPT);

      expect(exitCode).toBe(1);
      expect(stderr).toContain("The id is already in use; an update does not find it\n");
      expect(stderr).toContain("next: look in the service for what has its place");
    }));
});

import { TerraformStack, TerraformVariable } from "cdktf";
import {
  AssignmentSource,
  type AssignmentSourceProps,
  Experiment,
  ExperimentationService,
  type ExperimentationServiceProps,
  type ExperimentProps,
  IngestionSource,
  MetricSource,
  type MetricSourceProps,
} from "../../lib";
import { assignmentSource, experiment, ingestionSource, metricSource } from "../terraform/entities";
import { emptyStack, refusedAtSynth, synth, synthAll, warningsOf } from "../terraform/synth";

const groups = (...values: (Record<string, unknown> | undefined)[]) =>
  values.map((parameterValues, index) => ({ id: `g${index}`, size: 100 / values.length, parameterValues }));

test.each<[string, Partial<ExperimentProps>, string[]]>([
  [
    "another name, with what may be meant",
    { groups: groups({ steps: 4, colour: "red" }, { step: 1, colour: "red" }) },
    ['groups[1].parameterValues: "step" is not a parameter of group "g0"; did you mean "steps"?'],
  ],
  [
    "a name that is not in the control group, and one that only it has",
    { groups: groups({ a: 1 }, { total: 1 }, {}), controlGroupID: "g1" },
    [
      'groups[0].parameterValues: "a" is not a parameter of group "g1"',
      'groups[0].parameterValues: lacks "total", a parameter of group "g1"',
      'groups[2].parameterValues: lacks "total", a parameter of group "g1"',
    ],
  ],
  [
    "another type",
    { groups: groups({ steps: 4, list: [] }, { steps: "4", list: {} }, { steps: null, list: [1] }) },
    [
      'groups[1].parameterValues: "list" is an object, but a list in group "g0"',
      'groups[1].parameterValues: "steps" is a string, but a number in group "g0"',
      'groups[2].parameterValues: "steps" is null, but a number in group "g0"',
    ],
  ],
  [
    "nothing, where they agree, or where a group leaves them out",
    { groups: groups({ a: 1 }, { a: 2.5 }, undefined) },
    [],
  ],
])("groups of an experiment warn of %s", (_, props, expected) => {
  const { value, stringValue } = new TerraformVariable(emptyStack(), "any", {});
  const warnings = (each: Partial<ExperimentProps>) =>
    warningsOf(new Experiment(emptyStack(), "x", { ...experiment, ...each }));
  expect(warnings(props)).toEqual(expected.map((text) => `${text} [acknowledge: "parameter-types"]`));
  expect(warnings({ ...props, acknowledge: ["parameter-types"] })).toEqual([]);
  // what only the deploy knows is not judged
  expect(warnings({ groups: groups({ a: value, b: stringValue }, { a: 1, b: "x" }) })).toEqual([]);
  expect(warnings({ groups: groups({ a: 1 }, value) })).toEqual([]);
});

describe("a source warns of a column that is not a word of its SQL", () => {
  const metric = (props: Partial<MetricSourceProps>) =>
    warningsOf(new MetricSource(emptyStack(), "x", { ...metricSource, ...props }));
  const sql = "select user_id, paid_at from shop.orders";

  test.each<[string, Partial<MetricSourceProps>, string[]]>([
    [
      "and says what may be meant",
      { sql, timestampColumn: "payed_at", idTypeMapping: [{ column: "user_id" }, { column: "id" }] },
      [
        'timestampColumn: "payed_at" is not a word of sql; did you mean "paid_at"? [acknowledge: "unknown-column"]',
        'idTypeMapping[1].column: "id" is not a word of sql [acknowledge: "unknown-column"]',
      ],
    ],
    [
      "in a statement that ends, with stars that select nothing",
      { sql: "select user_id, count(*), a * 2 from t;" },
      ["paid_at"],
    ],
    [
      "in a comment alone",
      { sql: "select user_id -- paid_at's\nfrom t /* \"paid_at\" */ where x = '--'" },
      ["paid_at"],
    ],
    ["in part of a word alone", { sql: "select user_id, paid_at_utc from t" }, ["paid_at"]],
    ["not where it is quoted, or in other letters", { sql: 'select "USER_ID", `Paid_At` from t' }, []],
    ["not where its name is quoted, or a path", { sql, timestampColumn: 'orders."paid_at"' }, []],
    ["not where all columns are selected", { sql: "select t.*, 1 as x from t" }, []],
    ["not where all are selected further in", { sql: "with t as (select /* all */ * from o) select 1 from t" }, []],
    ["not where all are selected behind what a text holds", { sql: "select '--', * from t" }, []],
    ["not where all are selected once each", { sql: "select distinct on (lower(user_id)) * from t" }, []],
    ["not where dialects differ in where a text ends", { sql: "select 'it\\'s --', paid, user_id from t" }, []],
    ["not in several statements", { sql: "set x = 1; select 1" }, []],
    ["not in a template, or in no query", { sql: "select {{ columns }} from t" }, []],
    ["not where no query is given", { sql: "shop.orders" }, []],
    ["not where a table is read", { sql: "select 1", sourceType: "table" }, []],
  ])("%s", (_, props, expected) => {
    expect(metric(props)).toEqual(
      expected.map((text) =>
        text.includes(" ") ? text : (expect.stringContaining(`"${text}" is not a word of sql`) as string),
      ),
    );
  });

  test("also an assignment source and an ingestion source, and never where only the deploy knows", () => {
    const stack = emptyStack();
    const { stringValue } = new TerraformVariable(stack, "any", {});
    const source = { ...assignmentSource, sql: "select user_id, seen_at, experiment from t", groupIDColumn: "variant" };
    const ingestion = { ...ingestionSource, query: "select a from t", column_mapping: { unit_id: "b" } };
    const made = [new AssignmentSource(stack, "a", source), new IngestionSource(stack, "i", ingestion)];
    expect(made.flatMap(warningsOf)).toEqual([
      'groupIDColumn: "variant" is not a word of sql [acknowledge: "unknown-column"]',
      'column_mapping.unit_id: "b" is not a word of query [acknowledge: "unknown-column"]',
    ]);
    expect([...metric({ sql: stringValue }), ...metric({ sql, timestampColumn: stringValue })]).toEqual([]);
  });
});

describe("an experiment warns of", () => {
  const active = { ...experiment, layerID: "checkout", acknowledge: ["group-sizes"] as const };
  const started = {
    status: "active",
    controlGroupID: "a",
    primaryMetricTags: ["x"],
    groups: [
      { id: "a", size: 50 },
      { id: "b", size: 50 },
    ],
  } as const;

  test("a layer that is too full with it, and not of those that do not run, are elsewhere, or are known at deploy", () => {
    synth((stack) => {
      const service = new ExperimentationService(stack, "service");
      const other = new ExperimentationService(stack, "other");
      const { numberValue } = new TerraformVariable(stack, "any", {});
      const add = (id: string, props: Partial<ExperimentProps>) =>
        warningsOf(new Experiment(stack, id, { ...active, ...started, id, name: id, service, ...props }));
      expect(add("aaa", { allocation: 60 })).toEqual([]);
      expect(add("bbb", { allocation: 60, status: "setup" })).toEqual([]);
      expect(add("ccc", { allocation: 60, layerID: "cart" })).toEqual([]);
      expect(add("ddd", { allocation: 60, service: other })).toEqual([]);
      expect(add("eee", { allocation: numberValue })).toEqual([]);
      expect(add("fff", { allocation: 40 })).toEqual([]);
      expect(add("ggg", { allocation: 0.5 })).toEqual([
        'allocation: the active experiments of layer "checkout" take 100.5 % together (aaa 60, fff 40, ggg 0.5) [acknowledge: "layer-allocation"]',
      ]);
      expect(add("hhh", { allocation: 1, acknowledge: ["layer-allocation"] })).toEqual([]);
    });
  });

  test("a unit that its assignment source does not map, whichever of the two is declared first", () => {
    const text =
      'idType: "userId", but the assignment source "exposures" maps "userID"; did you mean "userID"? [acknowledge: "unit-not-mapped"]';
    const both = (props: Partial<ExperimentProps>, source: Partial<AssignmentSourceProps> = {}) =>
      [0, 1].map((order) => {
        const stack = emptyStack();
        const steps = [
          () => new Experiment(stack, "x", { ...experiment, assignmentSourceName: "exposures", ...props }),
          () => new AssignmentSource(stack, "source", { ...assignmentSource, ...source }),
        ];
        for (const step of order === 0 ? steps : steps.reverse()) step();
        return warningsOf(stack);
      });
    const { value, stringValue } = new TerraformVariable(emptyStack(), "any", {});
    expect(both({ idType: "userId" })).toEqual([[text], [text]]);
    const silent = [
      both({ idType: "userID" }),
      both({ idType: stringValue }),
      both({ idType: "userId", acknowledge: ["unit-not-mapped"] }),
      both({ idType: "userId" }, { name: "others" }),
      both({ idType: "userId" }, { idTypeMapping: value }),
      both({ idType: "userId" }, { idTypeMapping: [{ serviceUnitID: stringValue, column: "user_id" }] }),
      both({ idType: "userId" }, { idTypeMapping: undefined, sql: undefined }),
      both({ idType: "userId" }, { dryRun: true }),
    ];
    expect(silent).toEqual(silent.map(() => [[], []]));
  });

  test("an assignment source that is nearly called so, where none has that name", () => {
    const warned = (sources: readonly string[], name = "checkout exposure", props: Partial<ExperimentProps> = {}) => {
      const stack = emptyStack();
      for (const source of sources) new AssignmentSource(stack, source, { ...assignmentSource, name: source });
      return warningsOf(new Experiment(stack, "x", { ...experiment, assignmentSourceName: name, ...props }));
    };
    expect(warned(["orders", "checkout exposures"])).toEqual([
      'assignmentSourceName: no assignment source "checkout exposure" is declared; did you mean "checkout exposures"? [acknowledge: "unknown-source"]',
    ]);
    const { stringValue } = new TerraformVariable(emptyStack(), "any", {});
    const silent = [
      warned(["checkout exposures"], "checkout exposures"),
      warned(["orders"]),
      warned([]),
      warned(["checkout exposures"], stringValue),
      warned(["checkout exposures"], "checkout exposure", { acknowledge: ["unknown-source"] }),
    ];
    expect(silent).toEqual(silent.map(() => []));
  });

  test("a name that another has, and an id that differs from another in case alone", () => {
    const stack = emptyStack();
    const add = (name: string, id: string) => new Experiment(stack, id, { ...experiment, name, id });
    const all = [add("Cart", "cart"), add("Cart", "new_cart"), add("Sticky cart", "Cart"), add("cart", "other")];
    expect(all.map(warningsOf)).toEqual([
      [],
      ['name: "Cart" is the name of experiment cart, too [acknowledge: "same-name"]'],
      ['id: "Cart" differs from the id of experiment cart in case alone [acknowledge: "same-name"]'],
      [],
    ]);
  });

  describe("what another stack of the app declares", () => {
    const baseUrl = "https://api.example.com";
    const second = { id: "second_one", name: "Second one", allocation: 60 };

    /** The warnings of an experiment in a second stack; the first has one that takes 60 % of the layer, and a source. */
    function warned(
      first: ExperimentationServiceProps,
      other: ExperimentationServiceProps,
      props: Partial<ExperimentProps> = {},
    ): string[] {
      let warnings: string[] = [];
      synthAll((app) => {
        const add = (name: string, settings: ExperimentationServiceProps, more: Partial<ExperimentProps>) => {
          const stack = new TerraformStack(app, name);
          new ExperimentationService(stack, "service", settings);
          return new Experiment(stack, "x", { ...active, ...started, ...more });
        };
        const { node } = add("one", first, { allocation: 60, id: "first_one", name: "First one" });
        new AssignmentSource(node.scope as TerraformStack, "source", assignmentSource);
        warnings = warningsOf(add("two", other, { ...second, ...props }));
      });
      return warnings.map((warning) => /"([a-z-]+)"\]$/.exec(warning)?.[1] ?? warning);
    }

    test.each<[string, ExperimentationServiceProps, ExperimentationServiceProps, string[]]>([
      ["at the same service", { baseUrl }, { baseUrl: `${baseUrl}/` }, ["layer-allocation"]],
      ["with a key of another project", { baseUrl }, { baseUrl, apiKeyVariable: "OTHER_KEY" }, []],
      ["at another service", { baseUrl }, { baseUrl: "https://other.example.com" }, []],
      ["where the deploy says which service that is", {}, {}, []],
    ])("counts %s", (_, first, other, expected) => {
      expect(warned(first, other)).toEqual(expected);
    });

    test("is one experiment where both have its id", () => {
      expect(warned({ baseUrl }, { baseUrl }, { id: "first_one", name: "First one" })).toEqual([]);
      expect(warned({ baseUrl }, { baseUrl }, { name: "First one", layerID: "cart" })).toEqual(["same-name"]);
    });

    test("may be the source that is meant", () => {
      const typo = { assignmentSourceName: "exposure", layerID: "cart" };
      expect(warned({ baseUrl }, { baseUrl }, typo)).toEqual(["unknown-source"]);
      expect(warned({}, {}, typo)).toEqual([]);
    });
  });

  test("both as errors where strict asks for them", () => {
    const refused = refusedAtSynth((stack) => {
      new ExperimentationService(stack, "service", { strict: ["unit-not-mapped", "layer-allocation"] });
      const unmapped = { idType: "userId", assignmentSourceName: "exposures" };
      for (const id of ["aaa", "bbb"]) {
        new Experiment(stack, id, { ...active, ...started, ...unmapped, allocation: 50.5, id, name: id });
      }
      new AssignmentSource(stack, "source", assignmentSource);
    });
    const places = ["[stack/aaa] idType", "[stack/bbb] idType", "[stack/bbb] allocation"];
    expect(refused.map((problem) => problem.split(":")[0])).toEqual(places);
  });
});

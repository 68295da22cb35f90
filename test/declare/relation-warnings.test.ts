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
  Segment,
} from "../../lib";
import { assignmentSource, experiment, ingestionSource, metricSource } from "../terraform/entities";
import { emptyStack, refusedAtSynth, synth, synthAll, warningsOf } from "../terraform/synth";

const groups = (...values: (Record<string, unknown> | undefined)[]) =>
  values.map((parameterValues, index) => ({ id: `g${index}`, size: 100 / values.length, parameterValues }));

test.each<[string, Partial<ExperimentProps>, string[]]>([
  [
    "another name, with what may be meant",
    { groups: groups({ steps: 4, colour: "red" }, { step: 1, colour: "red" }) },
    ['[1].parameterValues: "step" is not a parameter of group "g0"; did you mean "steps"?'],
  ],
  [
    "a name that is not in the control group, and one that only it has",
    { groups: groups({ a: 1 }, { total: 1 }), controlGroupID: "g1" },
    [
      '[0].parameterValues: "a" is not a parameter of group "g1"',
      '[0].parameterValues: lacks "total", a parameter of group "g1"',
    ],
  ],
  [
    "another type, of groups without ids",
    { groups: [{ parameterValues: { steps: 4, list: [] } }, { parameterValues: { steps: null, list: {} } }] },
    [
      '[1].parameterValues: "list" is an object, but a list in group 1',
      '[1].parameterValues: "steps" is null, but a number in group 1',
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
  expect(warnings(props)).toEqual(expected.map((text) => `groups${text} [acknowledge: "parameter-types"]`));
  // what only the deploy knows is not judged
  expect(warnings({ groups: groups({ a: value, b: stringValue }, { a: 1, b: "x" }) })).toEqual([]);
  expect(warnings({ groups: groups({ a: 1 }, value) })).toEqual([]);
});

describe("a source warns of a column that is not a word of its SQL", () => {
  const metric = (props: Partial<MetricSourceProps>) =>
    warningsOf(new MetricSource(emptyStack(), "x", { ...metricSource, ...props }));
  const sql = "select user_id, paid_at from shop.orders";
  const lacking = ['timestampColumn: "paid_at" is not a word of sql'];

  test.each<[string, Partial<MetricSourceProps>, string[]]>([
    [
      "and says what may be meant",
      {
        sql,
        timestampColumn: "payed_at",
        idTypeMapping: [
          { serviceUnitID: "userID", column: "user_id" },
          { serviceUnitID: "stableID", column: "id" },
        ],
      },
      [
        'timestampColumn: "payed_at" is not a word of sql; did you mean "paid_at"?',
        'idTypeMapping[1].column: "id" is not a word of sql',
      ],
    ],
    [
      "in a statement that ends, with stars that select nothing",
      { sql: "select user_id, count(*), a * 2 from t;" },
      lacking,
    ],
    ["in a comment alone", { sql: "select user_id -- paid_at's\nfrom t /* \"paid_at\" */ where x = '--'" }, lacking],
    [
      "in part of a word alone",
      { sql: "select user_id, paid_at_utc from t" },
      [`${lacking}; did you mean "paid_at_utc"?`],
    ],
    ["not where it is quoted, or in other letters", { sql: 'select "USER_ID", `Paid_At` from t' }, []],
    ["not where all are selected further in", { sql: "with t as (select /* all */ t.* from o) select 1 from t" }, []],
    ["not where all are selected once each", { sql: "select distinct on (lower(user_id)) * from t" }, []],
    ["not where dialects differ in where a text ends", { sql: "select 'it\\'s --', paid, user_id from t" }, []],
    ["not in several statements", { sql: "set x = 1; select 1" }, []],
    ["not in a template, or in no query", { sql: "select {{ columns }} from t" }, []],
    ["not where a table is read", { sql: "select 1", sourceType: "table", tableName: "t" }, []],
  ])("%s", (_, props, expected) => {
    expect(metric(props)).toEqual(expected.map((text) => `${text} [acknowledge: "unknown-column"]`));
  });

  test("also an assignment source and an ingestion source, and never where only the deploy knows", () => {
    const stack = emptyStack();
    const sql = "select user_id, seen_at, experiment from t";
    const source = { ...assignmentSource, sql, groupIDColumn: "variant" };
    const ingestion = { ...ingestionSource, query: "select a from t", column_mapping: { unit_id: "b" } };
    const made = [new AssignmentSource(stack, "a", source), new IngestionSource(stack, "i", ingestion)];
    const { stringValue } = new TerraformVariable(stack, "any", {});
    expect(made.flatMap(warningsOf)).toEqual([
      'groupIDColumn: "variant" is not a word of sql [acknowledge: "unknown-column"]',
      'column_mapping.unit_id: "b" is not a word of query [acknowledge: "unknown-column"]',
    ]);
    expect([...metric({ sql: stringValue }), ...metric({ timestampColumn: stringValue })]).toEqual([]);
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
      const silent = [
        add("aaa", { allocation: 60 }),
        add("bbb", { allocation: 60, status: "setup" }),
        add("ddd", { allocation: 60, service: other }),
        add("eee", { allocation: numberValue }),
        add("fff", { allocation: 40 }),
      ];
      expect(silent).toEqual(silent.map(() => []));
      expect(add("ggg", { allocation: 0.5 })).toEqual([
        'allocation: the active experiments of layer "checkout" take 100.5 % together (aaa 60, fff 40, ggg 0.5) [acknowledge: "layer-allocation"]',
      ]);
    });
  });

  test("a unit that its assignment source does not map, whichever of the two is declared first", () => {
    const text =
      'idType: "userId", but the assignment source "exposures" maps "userID"; did you mean "userID"? [acknowledge: "unit-not-mapped"]';
    const both = (props: Partial<ExperimentProps>, source: Partial<AssignmentSourceProps> = {}) =>
      [true, false].map((isFirst) => {
        const stack = emptyStack();
        const declareSource = () => new AssignmentSource(stack, "source", { ...assignmentSource, ...source });
        if (isFirst) declareSource();
        new Experiment(stack, "x", { ...experiment, assignmentSourceName: "exposures", ...props });
        if (!isFirst) declareSource();
        return warningsOf(stack);
      });
    const { stringValue } = new TerraformVariable(emptyStack(), "any", {});
    expect(both({ idType: "userId" })).toEqual([[text], [text]]);
    const silent = [
      both({ idType: "userID" }),
      both({ idType: stringValue }),
      both({ idType: "userId" }, { idTypeMapping: [{ serviceUnitID: stringValue, column: "user_id" }] }),
      both({ idType: "userId" }, { dryRun: true }),
    ];
    expect(silent).toEqual(silent.map(() => [[], []]));
  });

  test("an assignment source that is nearly called so, where none has that name", () => {
    const warned = (sources: readonly string[], name: string = "checkout exposure") => {
      const stack = emptyStack();
      for (const source of sources) new AssignmentSource(stack, source, { ...assignmentSource, name: source });
      return warningsOf(new Experiment(stack, "x", { ...experiment, assignmentSourceName: name }));
    };
    expect(warned(["orders", "checkout exposures"])).toEqual([
      'assignmentSourceName: no assignment source "checkout exposure" is declared; did you mean "checkout exposures"? [acknowledge: "unknown-source"]',
    ]);
    const { stringValue } = new TerraformVariable(emptyStack(), "any", {});
    const exposures = ["checkout exposures"];
    const silent = [warned(exposures, "checkout exposures"), warned(["orders"]), warned(exposures, stringValue)];
    expect(silent).toEqual([[], [], []]);
  });

  test("a name that another has, and an id that differs from another in case alone", () => {
    const stack = emptyStack();
    const add = (name: string, id: string) => new Experiment(stack, id, { ...experiment, name, id });
    const all = [add("Cart", "cart"), add("Cart", "new_cart"), add("Sticky cart", "Cart"), add("cart", "other")];
    const earlier = [add("Basket", "Basket"), add("Bag", "basket")];
    expect(earlier.map(warningsOf)).toEqual([
      [],
      [expect.stringContaining("the id of experiment Basket in case alone")],
    ]);
    expect(all.map(warningsOf)).toEqual([
      [],
      ['name: "Cart" is the name of experiment cart, too [acknowledge: "same-name"]'],
      ['id: "Cart" differs from the id of experiment cart in case alone [acknowledge: "same-name"]'],
      [],
    ]);
  });

  test("an identity of any kind that differs from another in case, or in how its letters are composed", () => {
    const stack = emptyStack();
    const source = (Source: typeof MetricSource, name: string) =>
      new Source(stack, `${Source.name}-${name}`, { ...metricSource, name });
    const list = (id: string, name: string) => new Segment(stack, `list-${id}`, { id, name, type: "id_list" });
    const stream = (source_name: string) =>
      new IngestionSource(stack, source_name, { ...ingestionSource, source_name });
    const all = [
      [source(MetricSource, "caf\u00e9"), source(MetricSource, "cafe\u0301"), source(MetricSource, "Caf\u00e9")],
      [list("staff", "Staff"), list("STAFF", "All staff"), list("friends", "Staff")],
      [stream("revenue"), stream("Revenue")],
    ];
    expect(all.map((ofKind) => ofKind.flatMap(warningsOf).map((text) => text.split(" [")[0]))).toEqual([
      [
        expect.stringMatching(
          /^name: .* differs from the name of metric source .* in how its letters are composed alone$/,
        ),
        expect.stringMatching(/^name: .* differs from the name of metric source .* in case alone$/),
      ],
      [
        'id: "STAFF" differs from the id of segment staff in case alone',
        'name: "Staff" is the name of segment staff, too',
      ],
      [expect.stringMatching(/^source_name: "Revenue" differs from the source_name of .* in case alone$/)],
    ]);
  });

  describe("what another stack of the app declares", () => {
    const baseUrl = "https://api.example.com";
    const typo = { assignmentSourceName: "exposure", layerID: "cart" };
    const same = { id: "first_one", name: "First one" };

    test.each<[string, ExperimentationServiceProps, ExperimentationServiceProps, Partial<ExperimentProps>, string[]]>([
      ["at one service", { baseUrl }, { baseUrl: `${baseUrl}/` }, {}, ["layer-allocation"]],
      ["with another key", { baseUrl }, { baseUrl, apiKeyVariable: "OTHER_KEY" }, {}, []],
      ["where the deploy says which service that is", {}, {}, typo, []],
      ["as one experiment where both have its id", { baseUrl }, { baseUrl }, same, []],
      ["with its name", { baseUrl }, { baseUrl }, { name: "First one", layerID: "cart" }, ["same-name"]],
      ["with the source that is meant", { baseUrl }, { baseUrl }, typo, ["unknown-source"]],
    ])("counts %s", (_, first, other, props, expected) => {
      let warnings: string[] = [];
      synthAll((app) => {
        const add = (name: string, settings: ExperimentationServiceProps, more: Partial<ExperimentProps>) => {
          const stack = new TerraformStack(app, name);
          new ExperimentationService(stack, "service", settings);
          return new Experiment(stack, "x", { ...active, ...started, allocation: 60, ...more });
        };
        const { node } = add("one", first, same);
        new AssignmentSource(node.scope as TerraformStack, "source", assignmentSource);
        warnings = warningsOf(add("two", other, { id: "second_one", name: "Second one", ...props }));
      });
      expect(warnings.map((warning) => /"([a-z-]+)"\]$/.exec(warning)?.[1])).toEqual(expected);
    });
  });

  test("both as errors where strict asks for them", () => {
    const refused = refusedAtSynth((stack) => {
      new ExperimentationService(stack, "service", { strict: ["unit-not-mapped", "layer-allocation"] });
      const props = { ...active, ...started, idType: "userId", assignmentSourceName: "exposures", allocation: 50.5 };
      for (const id of ["aaa", "bbb"]) new Experiment(stack, id, { ...props, id, name: id });
      new AssignmentSource(stack, "source", assignmentSource);
    });
    const places = ["[stack/aaa] idType", "[stack/bbb] idType", "[stack/bbb] allocation"];
    expect(refused.map((problem) => problem.split(":")[0])).toEqual(places);
  });
});

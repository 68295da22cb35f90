import { inspect } from "node:util";
import { Construct } from "constructs";
import { fromEnvironment, InvalidPropsError } from "../lib";
import type { Kind } from "../lib/api/kinds";
import type { Action } from "../lib/entity/step";
import { constructOf } from "./support/samples";
import { assignmentSource, experiment, ingestionSource, metricSource, segment } from "./terraform/entities";
import { emptyStack, messageOf, synth } from "./terraform/synth";

const make = (kind: Kind, scope: Construct, props: object) => constructOf(kind, scope, "x", props);
const made = (kind: Kind, props: object) => synth((stack) => make(kind, stack, props));
const refusalOf = (kind: Kind, props: object) => messageOf(() => make(kind, emptyStack(), props), InvalidPropsError);

test("Node prints the message of a refusal once, and nothing beside it", () => {
  const stack = emptyStack();
  const refusals = [{ ...segment, typ: "x" }, segment, segment].flatMap((props, index) => {
    try {
      constructOf("segment", stack, `${index}`, props);
      return [];
    } catch (error) {
      return [inspect(error).replace(/\n +at .*/g, "")];
    }
  });
  expect(refusals).toEqual([
    expect.stringMatching(/^InvalidPropsError: .*1 problem\n.*did you mean "type"\?$/),
    expect.stringMatching(/^DuplicateError: .*give one of them another identity$/),
  ]);
});

const experiments = "/console/v1/experiments";
const metrics = "POST /console/v1/metrics/metric_source";
const exposures = `${experiments}/assignment_source/exposures`;
const ingestion = "/console/v1/ingestion";

const { id, ...mutable } = experiment;
const { sql, ...patched } = assignmentSource;
const links = [{ title: "Plan", url: "https://example.com" }];
const column_mapping = { metric_value: "amount", unit_id: "user_id" };
const prompts = [{ role: "system", content: "Be brief." }];
const hashed = (beginning: string): string => expect.stringMatching(new RegExp(`^${beginning}_[0-9a-f]{8}$`));

/** Props, the name in messages, Terraform's names, and what each call sends where. */
type Row = readonly [props: object, name: string, names: readonly string[], calls: Partial<Record<Action, Sent>>];
type Sent = readonly [operation: string, body: object, ifExists?: string];

const revised = (name: string) => [name, `${name}_revision`];
const button = ["checkout_button", revised("experiment_checkout_button")] as const;
const beta = ["beta_users", ["segment_beta_users"]] as const;

const rows: Readonly<Record<string, readonly [Kind, ...Row]>> = {
  "each body with the fields that its call takes": [
    "experiment",
    { ...experiment, layerID: "L1", links },
    ...button,
    {
      create: [`POST ${experiments}`, { ...experiment, layerID: "L1" }],
      update: [`POST ${experiments}/checkout_button`, { ...mutable, links }],
    },
  ],
  "an id that is derived from the name": [
    "experiment",
    { ...mutable, name: "One page-checkout 2" },
    "One_page-checkout_2",
    revised("experiment_One_page-checkout_2"),
    {
      create: [`POST ${experiments}`, { ...mutable, name: "One page-checkout 2", id: "One_page-checkout_2" }],
      update: [`POST ${experiments}/One_page-checkout_2`, { ...mutable, name: "One page-checkout 2" }],
    },
  ],
  "one body for create and update": [
    "metric_source",
    { ...metricSource, dryRun: false },
    "orders",
    revised("metric_source_orders"),
    {
      create: [metrics, { ...metricSource, dryRun: false }],
      update: [`${metrics}/orders`, { ...metricSource, dryRun: false }],
    },
  ],
  "a post where all is there that it requires": [
    "assignment_source",
    assignmentSource,
    "exposures",
    ["assignment_source_exposures"],
    { upsert: [`POST ${exposures}`, assignmentSource] },
  ],
  "a patch without sql": [
    "assignment_source",
    patched,
    "exposures",
    ["assignment_source_exposures"],
    { upsert: [`PATCH ${exposures}`, patched] },
  ],
  "a patch for a dry run": [
    "assignment_source",
    { name: "exposures", dryRun: true },
    "exposures",
    ["assignment_source_exposures_dry_run"],
    { "dry-run": [`PATCH ${exposures}`, { name: "exposures", dryRun: true }] },
  ],
  "a create only, and its name for an id, which is left to the service": [
    "segment",
    segment,
    ...beta,
    { create: ["POST /console/v1/segments", segment] },
  ],
  "its id, and another name": [
    "segment",
    { ...segment, id: "beta_users", name: "Beta users" },
    ...beta,
    { create: ["POST /console/v1/segments", { ...segment, id: "beta_users", name: "Beta users" }] },
  ],
  "what only the create or only the update takes": [
    "ingestion_source",
    { ...ingestionSource, use_delta_sharing: true, column_mapping },
    "Metrics/s3/refunds",
    revised("ingestion_source_Metrics__s3__refunds"),
    {
      create: [`POST ${ingestion}`, { ...ingestionSource, use_delta_sharing: true }, "duplicate"],
      update: [`PATCH ${ingestion}`, { ...ingestionSource, column_mapping }],
    },
  ],
  "what there is of an identity, and no update where that lacks what it requires": [
    "ingestion_source",
    { source_name: "refunds" },
    "refunds",
    [hashed("ingestion_source_____refunds"), expect.stringMatching(/_[0-9a-f]{8}_revision$/)],
    { create: [`POST ${ingestion}`, { source_name: "refunds" }, "duplicate"] },
  ],
  "a create only, posted to its prompt": [
    "prompt_version",
    { promptID: "support bot", id: "1.0", prompts, temperature: 0 },
    "support bot/1.0",
    [hashed("prompt_version_support_bot__1_0")],
    { create: ["POST /console/v1/prompts/support%20bot/versions", { id: "1.0", prompts, temperature: 0 }] },
  ],
};

test.each(Object.entries(rows))("a request has %s", (_, [kind, props, name, names, sent]) => {
  const stack = made(kind, props);
  expect(stack.resourceNames).toEqual(names);
  const calls = Object.entries(sent).map(([action, [operation, body, ifExists]]) => {
    const [method, path] = operation.split(" ");
    return [action, { method, path, body: { ...body }, ...(ifExists && { ifExists }) }];
  });
  expect(stack.requestOf(stack.resourceNames[0] ?? "")).toEqual({
    construct: "stack/x",
    kind,
    address: expect.stringMatching(/^null_resource\./),
    name,
    service: {},
    calls: Object.fromEntries(calls),
    deferred: [],
  });
});

test.each<[string, Kind, object, string[]]>([
  [
    "column_mapping, without all that the update requires",
    "ingestion_source",
    { source_name: "refunds", column_mapping: { unit_id: "u" } },
    ["dataset: required, because the only call that takes column_mapping", "type: required, because the only call"],
  ],
  [
    "sql, without all that the post requires",
    "assignment_source",
    { name: "exposures", sql: "select 1", timestampColumn: "t", idTypeMapping: [] },
    ["experimentIDColumn: required, because the only call that takes sql needs it", "groupIDColumn: required, because"],
  ],
])("what no call can send is refused: %s", (_, kind, props, problems) => {
  const lines = refusalOf(kind, props).split("\n").slice(1);
  expect(lines).toEqual(problems.map((problem) => expect.stringContaining(`  - ${problem}`)));
});

test("an entity plans the same in another order of its props, at another place, and with the id that its name gives", () => {
  const reversed = Object.fromEntries(Object.entries(experiment).reverse());
  const nested = synth((stack) => {
    make("experiment", new Construct(new Construct(stack, "team"), "checkout"), experiment);
  });
  const plain = made("experiment", experiment);
  expect(made("experiment", reversed).json.resource).toEqual(plain.json.resource);
  expect(nested.resourceNames).toEqual(plain.resourceNames);
  for (const name of plain.resourceNames) expect(nested.triggers(name)).toEqual(plain.triggers(name));
  expect(made("experiment", { ...experiment, id: "Checkout_button" }).json.resource).toEqual(
    made("experiment", mutable).json.resource,
  );
});

test("a prompt version without id gets the same id for the same content, in any order, and another for any other content or secret", () => {
  const idOf = (props: object) => {
    const stack = made("prompt_version", { promptID: "bot", ...props });
    const [resourceName = ""] = stack.resourceNames;
    expect(resourceName).toMatch(/^prompt_version_bot__v-[0-9a-f]{12}$/);
    const { create } = stack.requestOf(resourceName).calls;
    // a version of that id, which exists, has the same content
    expect(create).toMatchObject({ method: "POST", ifExists: "success" });
    expect(resourceName).toBe(`prompt_version_bot__${create?.body.id}`);
    return create?.body.id;
  };
  const withSecret = (name: string) => ({ auth_workflow_headers: [{ value: `Bearer ${fromEnvironment(name)}` }] });

  const both = [...prompts, { role: "user", content: "Hello." }];
  const same = { prompts: [{ content: "Be brief.", role: "system" }], name: undefined, promptID: "bot" };
  const others = [{ prompts: both }, { prompts: [...both].reverse() }, { prompts, temperature: 0 }, {}];
  const named = [
    { prompts, name: "Support" },
    { prompts, workflow_headers: [] },
  ];
  const secret = [withSecret("TOKEN"), withSecret("OTHER_TOKEN")];
  expect(idOf(same)).toBe(idOf({ prompts }));
  expect(new Set([{ prompts }, ...others, ...named, ...secret].map(idOf)).size).toBe(9);
  expect(idOf(withSecret("TOKEN"))).toBe(idOf(withSecret("TOKEN")));
});

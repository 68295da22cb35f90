import { inspect } from "node:util";
import { TerraformVariable } from "cdktf";
import { Construct } from "constructs";
import { fromEnvironment, InvalidPropsError, MetricSource } from "../lib";
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

describe("an entity with an update", () => {
  const record = "experiment_checkout_button";
  const revision = `${record}_revision`;

  test("is a record (it exists) and a revision (what it looks like), which updates unless the record is of the same apply", () => {
    const stack = made("experiment", { ...experiment, layerID: "L1" });
    const { created, ...triggers } = stack.triggers(record);
    expect(triggers).toMatchObject({ layerID: "L1" });
    expect(triggers).not.toHaveProperty("allocation");
    expect(stack.resource(record).lifecycle?.ignore_changes).toEqual(["triggers"]);
    expect(stack.triggers(revision)).toMatchObject({ of: `\${null_resource.${record}.id}` });
    expect(stack.triggers(revision)).not.toHaveProperty("layerID");
    expect(stack.resource(revision).lifecycle).toBeUndefined();

    const create = stack.execution(record);
    const update = stack.execution(revision);
    expect(create.command).toMatch(/^create [0-9a-f]{64} requests\/experiment_checkout_button\.json$/);
    expect(create.interpreter).toEqual(["node", expect.stringMatching(/^assets\/.*\/applier\.js$/)]);
    const isFresh = `null_resource.${record}.triggers["created"] == ${created?.replace(/^\$\{(.*)\}$/, "$1")}`;
    expect(update.command).toBe(
      `\${${isFresh} ? "echo created with this revision" : "${create.command.replace("create", "update")}"}`,
    );
    expect(update.interpreter).toMatch(/^\$\{.* \? null : \["node", ".*\/applier\.js"\]\}$/);
  });

  test("updates on its first deploy, too, with a field that only the update takes", () => {
    const { command, interpreter } = made("experiment", { ...experiment, links: [] }).execution(revision);
    expect(command).toMatch(/^update [0-9a-f]{64} /);
    expect(interpreter).toEqual(["node", expect.stringContaining("applier.js")]);
  });

  test("has one trigger for each field: text unchanged, anything else as JSON with sorted keys", () => {
    const {
      of,
      id: _,
      ...triggers
    } = made("experiment", {
      ...experiment,
      groups: [
        { size: 50, parameterValues: { z: [2, { y: null, x: true }], a: "b" }, name: "A" },
        { name: "B", size: 50 },
      ],
      duration: 14,
      isSidecar: false,
      team: null,
      tags: [],
      targetApps: "web",
      decisionReason: undefined,
      creatorID: "null",
    }).triggers(revision);
    expect(triggers).toEqual({
      ...{ name: "Checkout button", description: "The colour of the button.", idType: "userID", status: "setup" },
      hypothesis: "Green sells more.",
      groups: '[{"name":"A","parameterValues":{"a":"b","z":[2,{"x":true,"y":null}]},"size":50},{"name":"B","size":50}]',
      ...{ allocation: "50", duration: "14", targetApps: "web", tags: "[]", targetingGateID: "null", team: "null" },
      ...{ bonferroniCorrection: "false", isSidecar: "false", defaultConfidenceInterval: "95", creatorID: '"null"' },
    });
  });

  test("plans the same in another order of its props, at another place, and with the id that its name gives", () => {
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

  test("may lack any field that the API does not require, and is named by its place without an identity", () => {
    expect(made("ingestion_source", { ...ingestionSource, type: "athena" }).resourceNames[0]).toContain("__athena__");
    const [lacking = "", ...more] = made("ingestion_source", { source_name: "refunds" }).resourceNames;
    expect([lacking, ...more]).toEqual([hashed("ingestion_source_____refunds"), `${lacking}_revision`]);
    expect(made("ingestion_source", {}).resourceNames[0]).toEqual(hashed("ingestion_source_at_stack_x"));
  });
});

test("an entity with one call is one resource, which is replaced with every change; adopting it changes nothing", () => {
  const name = "assignment_source_exposures";
  const stack = made("assignment_source", { ...assignmentSource, scheduledReloadHour: null });
  expect(stack.resource(name).lifecycle).toEqual({
    replace_triggered_by: [`null_resource.experimentation_service_of_${name}`],
  });
  expect(stack.execution(name).command).toMatch(/^upsert [0-9a-f]{64} /);
  expect(stack.triggers(name)).toMatchObject({ sql: assignmentSource.sql, scheduledReloadHour: "null" });
  expect(made("assignment_source", { ...assignmentSource, adopt: true }).json.resource).toEqual(
    made("assignment_source", assignmentSource).json.resource,
  );
});

test("a dry run makes its call with every change, next to the real entity", () => {
  const stack = synth((scope) => {
    new MetricSource(scope, "real", metricSource);
    new MetricSource(scope, "trial", { ...metricSource, sql: "select 1", dryRun: true });
  });
  const [real = "", dryRun = ""] = stack.resourceNames;
  expect([real, dryRun]).toEqual(["metric_source_orders", "metric_source_orders_dry_run"]);
  expect(stack.execution(dryRun).command).toMatch(/^dry-run [0-9a-f]{64} /);
  expect(stack.resource(dryRun)).not.toHaveProperty("lifecycle");
  expect(stack.triggers(dryRun)).toMatchObject({ name: "orders", sql: "select 1", dryRun: "true" });
});

test("an entity without an update is a record only, which is guarded the same, but not created, where it is adopted", () => {
  const name = "segment_beta_users";
  const created = made("segment", { ...segment, team: null });
  const adopted = made("segment", { ...segment, team: null, adopt: true });
  expect([created.resourceNames, adopted.resourceNames]).toEqual([[name], [name]]);
  const { created: _, ...triggers } = created.triggers(name);
  expect(triggers).toMatchObject({ id: "beta_users", name: "beta_users", type: "id_list", team: "null" });
  expect(adopted.triggers(name)).toEqual({ ...triggers, created: "adopted" });
  expect(adopted.resource(name)).not.toHaveProperty("provisioner");
  expect(adopted.resource(name).lifecycle).toEqual(created.resource(name).lifecycle);
});

describe("a prompt version without id", () => {
  const version = (props: object) => {
    const stack = made("prompt_version", { promptID: "bot", ...props });
    const [resourceName = ""] = stack.resourceNames;
    return { resourceName, create: stack.requestOf(resourceName).calls.create };
  };
  const idOf = (props: object) => version(props).create?.body.id;
  const withSecret = (name: string) => ({ auth_workflow_headers: [{ value: `Bearer ${fromEnvironment(name)}` }] });

  test("gets one from its content, which names its resource, and an existing version of that id is a success", () => {
    const { resourceName, create } = version({ prompts });
    const path = "/console/v1/prompts/bot/versions";
    expect(create).toEqual({ method: "POST", path, body: { id: idOf({ prompts }), prompts }, ifExists: "success" });
    expect(resourceName).toMatch(/^prompt_version_bot__v-[0-9a-f]{12}$/);
    expect(resourceName).toBe(`prompt_version_bot__${create?.body.id}`);
  });

  test("gets the same for the same content, in any order, and another for any other content or secret", () => {
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

  test("whose content only Terraform knows is replaced, and created, with every new content", () => {
    const stack = synth((scope) => {
      const model = new TerraformVariable(scope, "model", {}).stringValue;
      make("prompt_version", scope, { promptID: "bot", model });
    });
    const [name = ""] = stack.resourceNames;
    expect(stack.resourceNames).toEqual([hashed("prompt_version_at_stack_x")]);
    expect(stack.resource(name).lifecycle).toEqual({
      replace_triggered_by: [`null_resource.experimentation_service_of_${name}`],
    });
    expect(stack.execution(name).command).toMatch(/^create /);
    expect(stack.triggers(name).model).toContain("tostring(var.model)");
    expect(stack.triggers(name).id).toMatch(/"v-", substr\(sha256\(.*jsonencode\(tostring\(var\.model\)\)/);
    expect(stack.requestOf(name).calls.create).toMatchObject({ body: { id: null, model: null }, ifExists: "success" });
  });
});

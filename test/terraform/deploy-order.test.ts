import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fn, TerraformCount, TerraformIterator, TerraformResource, type TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { AssignmentSource, Experiment, ExperimentationService, Include, Segment } from "../../lib";
import { assignmentSource, experiment, segment } from "./entities";
import { messageOf, outputDirectory, synth } from "./synth";

class Table extends TerraformResource {
  constructor(scope: Construct, id: string) {
    super(scope, id, { terraformResourceType: "terraform_data" });
  }

  protected override synthesizeAttributes(): { [name: string]: unknown } {
    return { input: "table" };
  }
}

const definition = { kind: "Experiment", ...experiment };

function definitionFile(): string {
  const file = join(outputDirectory(), "definitions/one.json");
  mkdirSync(join(file, ".."));
  writeFileSync(file, JSON.stringify(definition));
  return file;
}

/** A scope of a user's that holds a construct of ours. */
function inScope(stack: TerraformStack, table: Table): void {
  const team = new Construct(stack, "team");
  new AssignmentSource(team, "source", assignmentSource);
  team.node.addDependency(table);
}

const ways: readonly (readonly [string, (stack: TerraformStack, table: Table) => void])[] = [
  [
    "dependsOn of a construct",
    (stack, table) => new Experiment(stack, "button", { ...experiment, dependsOn: [table] }),
  ],
  [
    "dependsOn of a construct with one call",
    (stack, table) => new AssignmentSource(stack, "source", { ...assignmentSource, dependsOn: [table] }),
  ],
  [
    "dependsOn of an Include",
    (stack, table) => new Include(stack, "all", { path: definitionFile(), dependsOn: [table] }),
  ],
  [
    "addDependency of a construct",
    (stack, table) => new Experiment(stack, "button", experiment).node.addDependency(table),
  ],
  [
    "addDependency of an Include",
    (stack, table) => new Include(stack, "all", { path: definitionFile() }).node.addDependency(table),
  ],
  ["addDependency of a scope around it", inScope],
];

describe.each(["null_resource", "terraform_data"] as const)("with %s,", (resourceType) => {
  test.each(ways)("%s has all its resources deployed after a resource", (_, build) => {
    const { json } = synth((stack) => {
      new ExperimentationService(stack, "service", { resourceType });
      build(stack, new Table(stack, "table"));
    });
    const { table: _table, ...others } = { ...json.resource?.null_resource, ...json.resource?.terraform_data };
    const all = Object.values(others) as { readonly depends_on?: readonly string[] }[];
    expect(all).toHaveLength(2);
    for (const { depends_on } of all) expect(depends_on).toEqual(["terraform_data.table"]);
  });
});

test("dependsOn takes a construct of this package, and changes nothing that is sent", () => {
  const { json } = synth((stack) => {
    const beta = new Segment(stack, "beta", segment);
    new Experiment(stack, "button", { ...experiment, dependsOn: [beta] });
  });
  const { experiment_checkout_button: record, ...others } = json.resource?.null_resource ?? {};
  expect(record?.depends_on).toEqual(["null_resource.segment_beta_users"]);
  expect(others.experiment_checkout_button_revision?.triggers).not.toHaveProperty("dependsOn");
});

test.each([["an address"], "text", null, [{}]].map((dependsOn) => [dependsOn]))(
  "dependsOn %j is refused",
  (dependsOn) => {
    const build = (stack: TerraformStack) =>
      void new Experiment(stack, "button", { ...experiment, dependsOn } as never);
    expect(messageOf(() => synth(build))).toContain("dependsOn: given ");
    const include = (stack: TerraformStack) =>
      void new Include(stack, "all", { path: definitionFile(), dependsOn } as never);
    expect(messageOf(() => synth(include))).toContain("dependsOn");
  },
);

test.each([
  ["each.value", () => TerraformIterator.fromList(["a", "b"]).value as string],
  ["each.key", () => `x_${TerraformIterator.fromMap({ a: 1 }).key}`],
  ["count.index", () => `x_${TerraformCount.of(2).index}`],
  ["count.index", () => Fn.upper(`x_${TerraformCount.of(2).index}`)],
  ["each.value", () => Fn.upper(TerraformIterator.fromList(["a", "b"]).value)],
  ["each.value", () => TerraformIterator.fromMap({ a: { x: "b" } }).getString("x")],
  ["each.key", () => Fn.join("_", [Fn.lower(TerraformIterator.fromMap({ a: 1 }).key), "b"])],
])("the token of %s is refused, with a loop of the program in its place", (name, token) => {
  const build = (stack: TerraformStack) => void new Experiment(stack, "button", { ...experiment, hypothesis: token() });
  expect(messageOf(() => synth(build))).toMatch(
    new RegExp(`hypothesis: ${name} has no value here; .*loop of your program`),
  );
});

test.each(["forEach", "for_each", "count", "provider", "provisioners", "connection", "lifecycle", "depends_on"])(
  "%s is no field, and what to do in its place is said, with no other name for it",
  (name) => {
    const messages = [
      messageOf(() => synth((stack) => void new Experiment(stack, "button", { ...experiment, [name]: {} } as never))),
      messageOf(() => synth((stack) => void new Include(stack, "all", { path: "experiments", [name]: {} } as never))),
    ];
    for (const message of messages) {
      expect(message).toContain(`${name}: cannot be used here: `);
      expect(message).not.toContain("did you mean");
    }
  },
);

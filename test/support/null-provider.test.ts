import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource, type ResourceConfig } from "@cdktf/provider-null/lib/resource";
import type { TerraformStack } from "cdktf";
import { Workspace } from "./workspace";

let workspace: Workspace;
beforeEach(async () => {
  workspace = await Workspace.create();
});
afterEach(() => workspace.close());

/** What Terraform evaluates. */
const terraform = (expression: string) => `\${${expression}}`;
const nothing = terraform("null");
const idOfA = terraform("null_resource.a.id");

/** A stack with the given null_resources. */
function stackOf(resources: Readonly<Record<string, ResourceConfig>>) {
  return (stack: TerraformStack) => {
    new NullProvider(stack, "null");
    for (const [name, config] of Object.entries(resources)) new Resource(stack, name, config);
  };
}

async function attributesOf(name: string) {
  const { resources } = await workspace.state();
  return resources.find((resource) => resource.name === name)?.instances[0]?.attributes;
}

test("a trigger that is known after apply stays open in the plan, its neighbours do not", async () => {
  workspace.synth(stackOf({ a: {}, b: { triggers: { of: idOfA, prefixed: `id-${idOfA}`, known: "1" } } }));
  const { output } = await workspace.plan();
  const changes = await workspace.changes();

  expect(changes.at(1)?.change.after).toEqual({ triggers: { known: "1" } });
  expect(output).toMatch(/"of"\s+= \(known after apply\)/);
  expect(output).toMatch(/"prefixed"\s+= \(known after apply\)/);

  await workspace.apply({ saved: true });
  const id = (await attributesOf("a"))?.id;
  expect((await attributesOf("b"))?.triggers).toEqual({ of: id, prefixed: `id-${id}`, known: "1" });
  expect((await workspace.plan()).isEmpty).toBe(true);
});

type Triggers = Readonly<Record<string, string>> | undefined;

test.each<readonly [how: string, keepsId: boolean, rows: Readonly<Record<string, readonly [Triggers, Triggers]>>]>([
  [
    "replaces the resource",
    false,
    {
      "a changed value": [{ x: "1" }, { x: "2" }],
      "another key": [{ x: "1" }, { y: "1" }],
      "one key more": [{ x: "1" }, { x: "1", y: "1" }],
      "one key less": [{ x: "1", y: "1" }, { x: "1" }],
      "no triggers, then some": [undefined, { x: "1" }],
      "some triggers, then none": [{ x: "1" }, undefined],
      "an empty map, then a value": [{}, { x: "1" }],
      "a value, then an empty map": [{ x: "1" }, {}],
      "a null, then a value": [{ x: nothing }, { x: "1" }],
      "a value, then a null": [{ x: "1" }, { x: nothing }],
    },
  ],
  [
    "updates the resource in place",
    true,
    { "no triggers, then a null": [undefined, { x: nothing }], "an empty map, then a null": [{}, { x: nothing }] },
  ],
])("a change of triggers %s", async (_, keepsId, rows) => {
  const all = (index: 0 | 1) =>
    stackOf(
      Object.fromEntries(Object.values(rows).map((versions, row) => [`row-${row}`, { triggers: versions[index] }])),
    );
  const ids = async () => (await workspace.state()).resources.map(({ instances }) => instances[0]?.attributes.id);
  await workspace.deploy(all(0));
  const before = await ids();
  await workspace.deploy(all(1));
  const after = await ids();

  expect(before).toHaveLength(Object.keys(rows).length);
  expect(Object.keys(rows).filter((_, row) => (before[row] === after[row]) !== keepsId)).toEqual([]);
});

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

const replacing: Readonly<Record<string, readonly [Triggers, Triggers]>> = {
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
};
const inPlace: typeof replacing = {
  "no triggers, then a null": [undefined, { x: nothing }],
  "an empty map, then a null": [{}, { x: nothing }],
};

test("a change of triggers replaces the resource, but for keys that are new and null", async () => {
  const rows = Object.entries({ ...replacing, ...inPlace });
  const all = (index: 0 | 1) =>
    stackOf(Object.fromEntries(rows.map(([, versions], row) => [`row-${row}`, { triggers: versions[index] }])));
  const ids = () => Promise.all(rows.map(async (_, row) => (await attributesOf(`row-${row}`))?.id));
  await workspace.deploy(all(0));
  const before = await ids();
  await workspace.deploy(all(1));
  const after = await ids();

  const kept = rows.filter((_, row) => before[row] === after[row]).map(([what]) => what);
  expect(kept).toEqual(Object.keys(inPlace));
});

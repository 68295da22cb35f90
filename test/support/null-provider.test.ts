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

/** One resource `a` with these triggers. */
const a = (triggers?: Readonly<Record<string, string>>) => stackOf({ a: { triggers } });

async function attributesOf(name: string) {
  const { resources } = await workspace.state();
  return resources.find((resource) => resource.name === name)?.instances[0]?.attributes;
}

test("new resources get their triggers and different whole numbers as ids, and plan empty once deployed", async () => {
  const text = { x: "1", text: 'é "quoted" \\ 日本語\n', empty: "", large: "0123456789abcdef".repeat(1 << 14) };
  await workspace.deploy(stackOf({ a: { triggers: text }, b: {} }));
  const [first, other] = [await attributesOf("a"), await attributesOf("b")];

  expect(first).toEqual({ id: expect.stringMatching(/^\d+$/), triggers: text });
  expect(other?.id).not.toEqual(first?.id);
  expect(await workspace.plan()).toMatchObject({ isEmpty: true, exitCode: 0 });
});

test("a plan for a new resource shows its triggers and leaves its id open", async () => {
  workspace.synth(a({ x: "1" }));
  const { changes, output } = await workspace.plan();
  expect(changes).toEqual([
    { address: "null_resource.a", actions: ["create"], before: null, after: { triggers: { x: "1" } } },
  ]);
  expect(output).toMatch(/id\s+= \(known after apply\)/);
});

test("a trigger that is known after apply stays open in the plan, its neighbours do not", async () => {
  workspace.synth(stackOf({ a: {}, b: { triggers: { of: idOfA, prefixed: `id-${idOfA}`, known: "1" } } }));
  const { changes, output } = await workspace.plan();

  expect(changes.at(1)?.after).toEqual({ triggers: { known: "1" } });
  expect(output).toMatch(/"of"\s+= \(known after apply\)/);
  expect(output).toMatch(/"prefixed"\s+= \(known after apply\)/);

  await workspace.apply({ saved: true });
  const id = (await attributesOf("a"))?.id;
  expect((await attributesOf("b"))?.triggers).toEqual({ of: id, prefixed: `id-${id}`, known: "1" });
  expect((await workspace.plan()).isEmpty).toBe(true);
});

test("replacing a resource replaces those whose triggers hold its id", async () => {
  const dependent = { b: { triggers: { of: idOfA } } };
  await workspace.deploy(stackOf({ a: { triggers: { x: "1" } }, ...dependent }));
  workspace.synth(stackOf({ a: { triggers: { x: "2" } }, ...dependent }));

  const { changes } = await workspace.plan();
  expect(changes.map(({ address, actions }) => [address, actions])).toEqual([
    ["null_resource.a", ["delete", "create"]],
    ["null_resource.b", ["delete", "create"]],
  ]);
});

test("other triggers replace a resource, and a null where there was nothing changes it in place", async () => {
  type Triggers = Readonly<Record<string, string>> | undefined;
  const changes: Readonly<Record<string, readonly [before: Triggers, after: Triggers]>> = {
    "a-changed-value": [{ x: "1" }, { x: "2" }],
    "another-key": [{ x: "1" }, { y: "1" }],
    "one-key-more": [{ x: "1" }, { x: "1", y: "1" }],
    "one-key-less": [{ x: "1", y: "1" }, { x: "1" }],
    "none-then-some": [undefined, { x: "1" }],
    "some-then-none": [{ x: "1" }, undefined],
    "empty-then-a-value": [{}, { x: "1" }],
    "a-value-then-empty": [{ x: "1" }, {}],
    "null-then-a-value": [{ x: nothing }, { x: "1" }],
    "a-value-then-null": [{ x: "1" }, { x: nothing }],
    "none-then-a-null": [undefined, { x: nothing }],
    "empty-then-a-null": [{}, { x: nothing }],
  };
  const names = Object.keys(changes);
  const deployed = async (step: 0 | 1) => {
    await workspace.deploy(
      stackOf(Object.fromEntries(names.map((name) => [name, { triggers: changes[name]?.[step] }]))),
    );
    return Promise.all(names.map(attributesOf));
  };
  const before = await deployed(0);
  const after = await deployed(1);

  const kept = names.filter((_, index) => before[index]?.id === after[index]?.id);
  expect(kept).toEqual(["none-then-a-null", "empty-then-a-null"]);
  expect(after.slice(-2).map((attributes) => attributes?.triggers)).toEqual([{ x: null }, { x: null }]);
});

test("a failed provisioner taints its resource, and the next deploy creates it again", async () => {
  const running = (command: string) => stackOf({ a: { provisioners: [{ type: "local-exec", command }] } });
  await workspace.deploy(running("exit 1"), { expect: "failure" });
  expect((await workspace.state()).resources[0]?.instances[0]?.status).toBe("tainted");

  workspace.synth(running("echo second try"));
  const { changes } = await workspace.plan();
  expect(changes[0]?.actions).toEqual(["delete", "create"]);
  expect((await workspace.apply()).output).toContain("(local-exec): second try");
});

test("a provisioner runs when its resource is created and not again", async () => {
  const build = stackOf({ a: { provisioners: [{ type: "local-exec", command: "echo it ran" }] } });
  expect((await workspace.deploy(build)).output).toContain("(local-exec): it ran");
  expect((await workspace.deploy(build)).output).not.toContain("it ran");
});

test("a trigger under ignore_changes keeps its first value and replaces nothing", async () => {
  const build = (x: string) =>
    stackOf({ a: { triggers: { x, y: "1" }, lifecycle: { ignoreChanges: ['triggers["x"]'] } } });
  await workspace.deploy(build("1"));
  await workspace.deploy(build("2"));
  expect(await workspace.plan()).toMatchObject({ isEmpty: true });
  expect((await attributesOf("a"))?.triggers).toEqual({ x: "1", y: "1" });
});

test("a postcondition over an ignored trigger fails the plan", async () => {
  const build = (x: string) =>
    stackOf({
      a: {
        triggers: { x },
        lifecycle: {
          ignoreChanges: ['triggers["x"]'],
          postcondition: [{ condition: terraform(`self.triggers["x"] == "${x}"`), errorMessage: "x cannot change." }],
        },
      },
    });
  await workspace.deploy(build("1"));
  workspace.synth(build("2"));
  const plan = await workspace.plan();
  expect(plan).toMatchObject({ exitCode: 1, isEmpty: false, changes: [] });
  expect(plan.output).toContain("x cannot change.");
});

test("a resource that left the stack leaves the state", async () => {
  await workspace.deploy(stackOf({ a: {}, b: {} }));
  workspace.synth(stackOf({ a: {} }));
  expect((await workspace.plan()).changes).toMatchObject([{ address: "null_resource.b", actions: ["delete"] }]);
  await workspace.apply();
  expect((await workspace.state()).resources.map(({ name }) => name)).toEqual(["a"]);
});

test("a resource cannot be imported", async () => {
  workspace.synth(a());
  await workspace.plan();
  expect((await workspace.terraform(["import", "null_resource.a", "1"])).output).toContain("Import Not Implemented");
});

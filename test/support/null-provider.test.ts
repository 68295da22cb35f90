import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource } from "@cdktf/provider-null/lib/resource";
import type { TerraformStack } from "cdktf";
import { Workspace } from "./workspace";

/** Runs a test on an empty workspace, for whichever provider there is: the real one, or the stand-in. */
async function inWorkspace(test: (workspace: Workspace) => Promise<void>): Promise<void> {
  const workspace = await Workspace.create();
  await test(workspace).finally(() => workspace.close());
}

/** What Terraform evaluates. */
const evaluated = (expression: string) => `\${${expression}}`;

type Triggers = Readonly<Record<string, string>> | undefined;

/** A stack of null_resources with these triggers. */
function stackOf(resources: Readonly<Record<string, Triggers>>) {
  return (stack: TerraformStack) => {
    new NullProvider(stack, "null");
    for (const [name, triggers] of Object.entries(resources)) new Resource(stack, name, { triggers });
  };
}

async function attributesOf(workspace: Workspace, name: string) {
  const { resources } = await workspace.state();
  return resources.find((resource) => resource.name === name)?.instances[0]?.attributes;
}

test("a trigger that is known after apply stays open in the plan, its neighbours do not", () =>
  inWorkspace(async (workspace) => {
    const idOfA = evaluated("null_resource.a.id");
    workspace.synth(stackOf({ a: undefined, b: { of: idOfA, prefixed: `id-${idOfA}`, known: "1" } }));
    await workspace.plan();
    expect((await workspace.changes()).at(1)?.change.after).toEqual({ triggers: { known: "1" } });

    await workspace.apply({ saved: true });
    const id = (await attributesOf(workspace, "a"))?.id;
    expect((await attributesOf(workspace, "b"))?.triggers).toEqual({ of: id, prefixed: `id-${id}`, known: "1" });
    expect((await workspace.plan()).isEmpty).toBe(true);
  }));

test("a change of triggers replaces the resource, but for keys that are new and null", () =>
  inWorkspace(async (workspace) => {
    const nothing = evaluated("null");
    const rows: readonly (readonly [before: Triggers, after: Triggers, isReplaced: boolean])[] = [
      [{ x: "1" }, { x: "2" }, true],
      [{ x: "1" }, { x: "1", y: "1" }, true],
      [{ x: "1", y: "1" }, { x: "1" }, true],
      [undefined, { x: "1" }, true],
      [{ x: "1" }, undefined, true],
      [{ x: nothing }, { x: "1" }, true],
      [{ x: "1" }, { x: nothing }, true],
      [undefined, { x: nothing }, false],
      [{}, { x: nothing }, false],
    ];
    const deployed = async (version: 0 | 1) => {
      await workspace.deploy(stackOf(Object.fromEntries(rows.map((row, index) => [`row-${index}`, row[version]]))));
      return Promise.all(rows.map(async (_, index) => (await attributesOf(workspace, `row-${index}`))?.id));
    };
    const before = await deployed(0);
    const after = await deployed(1);

    expect(rows.map((_, index) => before[index] !== after[index])).toEqual(rows.map(([, , isReplaced]) => isReplaced));
  }));

import { inspect } from "node:util";
import { Construct } from "constructs";
import { fromEnvironment } from "../lib";
import type { KindName } from "../lib/api/kind-names";
import { constructOf, without } from "./support/samples";
import { experiment, segment } from "./terraform/entities";
import { emptyStack, synth } from "./terraform/synth";

const make = (kind: KindName, scope: Construct, props: object) => constructOf(kind, scope, "x", props);
const made = (kind: KindName, props: object) => synth((stack) => make(kind, stack, props));

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
    expect.stringMatching(
      /^InvalidPropsError: .*1 problem\n.*did you mean "type"\?\n {2}see docs\/troubleshooting\.md#props$/,
    ),
    expect.stringMatching(
      /^DuplicateError: .*give one of them another identity\n {2}see docs\/troubleshooting\.md#duplicate$/,
    ),
  ]);
});

const mutable = without(experiment, "id");
const prompts = [{ role: "system", content: "Be brief." }];

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

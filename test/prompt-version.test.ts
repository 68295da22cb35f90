import { TerraformOutput, TerraformVariable } from "cdktf";
import { fromEnvironment, PromptVersion, type PromptVersionProps } from "../lib";
import { synth } from "./terraform/synth";

const path = "/console/v1/prompts/{id}/versions";
const prompts = [{ role: "system", content: "Be brief." }];
const synthesised = (props: PromptVersionProps) => synth((stack) => new PromptVersion(stack, "bot", props));

/** The id that a version gets. */
function idOf(props: PromptVersionProps): unknown {
  const stack = synthesised(props);
  return stack.requestOf(stack.addresses[0] ?? "").calls.create?.body.id;
}

describe("a prompt version with an id", () => {
  test("is a record only, posted to its prompt", () => {
    const stack = synthesised({ promptID: "support bot", id: "1.0", prompts, temperature: 0 });
    const [address = ""] = stack.addresses;
    expect(stack.addresses).toEqual([expect.stringMatching(/^prompt_version_support_bot__1_0_[0-9a-f]{8}$/)]);
    expect(stack.requestOf(address)).toEqual({
      construct: "stack/bot",
      kind: "prompt_version",
      address: `null_resource.${address}`,
      name: "support bot/1.0",
      service: {},
      calls: {
        create: {
          method: "POST",
          path,
          parameters: { id: "support bot" },
          body: { id: "1.0", prompts, temperature: 0 },
        },
      },
      deferred: [],
    });
    expect(stack.triggers(address)).toMatchObject({
      prompts: '[{"content":"Be brief.","role":"system"}]',
      temperature: "0",
    });
  });

  test("keeps its address when its content changes, so that the guard sees it", () => {
    const versions = ["Be brief.", "Be kind."].map((content) =>
      synthesised({ promptID: "bot", id: "v1", prompts: [{ content }] }),
    );
    expect(versions.map(({ addresses }) => addresses)).toEqual([
      ["prompt_version_bot__v1"],
      ["prompt_version_bot__v1"],
    ]);
  });
});

describe("a prompt version without id", () => {
  test("gets one from its content, sends it, and takes an existing one of that id for itself", () => {
    const stack = synthesised({ promptID: "bot", prompts });
    const [address = ""] = stack.addresses;
    const id = address.replace("prompt_version_bot__", "");
    expect(id).toMatch(/^v-[0-9a-f]{12}$/);
    expect(stack.requestOf(address).calls.create).toEqual({
      method: "POST",
      path,
      parameters: { id: "bot" },
      body: { id, prompts },
      existing: "success",
    });
  });

  test("gets the same for the same content, in whatever order it is given", () => {
    const id = idOf({ promptID: "bot", model: "large", prompts: [{ role: "system", content: "Be brief." }] });
    expect(idOf({ prompts: [{ content: "Be brief.", role: "system" }], model: "large", promptID: "bot" })).toBe(id);
    expect(idOf({ promptID: "bot", model: "large", prompts, name: undefined })).toBe(id);
  });

  test("gets another for other content, or another order of messages", () => {
    const both = [...prompts, { role: "user", content: "Hello." }];
    const contents: PromptVersionProps[] = [
      { promptID: "bot", prompts: both },
      { promptID: "bot", prompts: [...both].reverse() },
      { promptID: "bot", prompts },
      { promptID: "bot", prompts, temperature: 0 },
      { promptID: "bot", prompts, name: "Support" },
      { promptID: "bot", prompts, workflow_headers: [] },
      { promptID: "bot" },
    ];
    expect(new Set(contents.map(idOf)).size).toBe(contents.length);
  });

  test("gets one that a secret's value has no part in, but its variable has", () => {
    const withSecret = (name: string): PromptVersionProps => ({
      promptID: "bot",
      auth_workflow_headers: [{ name: "Authorization", value: `Bearer ${fromEnvironment(name)}` }],
    });
    expect(idOf(withSecret("TOKEN"))).toBe(idOf(withSecret("TOKEN")));
    expect(idOf(withSecret("TOKEN"))).not.toBe(idOf(withSecret("OTHER_TOKEN")));
  });

  test("whose content only Terraform knows is replaced, and created, with every new content", () => {
    const stack = synth((scope) => {
      const model = new TerraformVariable(scope, "model", {}).stringValue;
      new PromptVersion(scope, "bot", { promptID: "bot", model });
    });
    const [address = ""] = stack.addresses;
    expect(stack.addresses).toEqual([expect.stringMatching(/^prompt_version_at_stack_bot_[0-9a-f]{8}$/)]);
    expect(stack.resource(address)).not.toHaveProperty("lifecycle");
    expect(stack.execution(address).command).toMatch(/^create /);
    expect(stack.triggers(address).model).toContain("tostring(var.model)");
    expect(stack.triggers(address).id).toMatch(/"v-", substr\(sha256\(.*jsonencode\(tostring\(var\.model\)\)/);
    expect(stack.requestOf(address).calls.create).toMatchObject({
      body: { id: null, model: null },
      existing: "success",
    });
  });

  test("publishes a new version beside the old one's address when its content changes", () => {
    const [one, other] = ["Be brief.", "Be kind."].map((content) =>
      synthesised({ promptID: "bot", prompts: [{ content }] }),
    );
    expect(one?.addresses).not.toEqual(other?.addresses);
  });
});

test("a prompt version offers its id and its prompt's id as references", () => {
  const stack = synth((scope) => {
    const { id, promptID } = new PromptVersion(scope, "bot", { promptID: "bot", id: "v1" });
    new TerraformOutput(scope, "both", { value: [id, promptID] });
  });
  expect(stack.json.output?.both?.value).toEqual([
    `\${null_resource.prompt_version_bot__v1.triggers.id}`,
    `\${null_resource.prompt_version_bot__v1.triggers.promptID}`,
  ]);
});

import { TerraformVariable } from "cdktf";
import { fromEnvironment, PromptVersion, type PromptVersionProps } from "../lib";
import { synth } from "./terraform/synth";

const path = "/console/v1/prompts/support%20bot/versions";
const prompts = [{ role: "system", content: "Be brief." }];
const synthesised = (props: PromptVersionProps) => synth((stack) => new PromptVersion(stack, "bot", props));

/** The id of a version in its create. */
function idOf(props: PromptVersionProps): unknown {
  const stack = synthesised(props);
  return stack.requestOf(stack.resourceNames[0] ?? "").calls.create?.body.id;
}

describe("a prompt version with an id", () => {
  test("is a record only, posted to its prompt", () => {
    const stack = synthesised({ promptID: "support bot", id: "1.0", prompts, temperature: 0 });
    const [resourceName = ""] = stack.resourceNames;
    expect(stack.resourceNames).toEqual([expect.stringMatching(/^prompt_version_support_bot__1_0_[0-9a-f]{8}$/)]);
    expect(stack.requestOf(resourceName)).toEqual({
      construct: "stack/bot",
      kind: "prompt_version",
      address: `null_resource.${resourceName}`,
      name: "support bot/1.0",
      service: {},
      calls: {
        create: {
          method: "POST",
          path,
          body: { id: "1.0", prompts, temperature: 0 },
        },
      },
      deferred: [],
    });
    expect(stack.triggers(resourceName)).toMatchObject({
      prompts: '[{"content":"Be brief.","role":"system"}]',
      temperature: "0",
    });
  });

  test("keeps its resource name when its content changes, so that the guard notices the change", () => {
    const versions = ["Be brief.", "Be kind."].map((content) =>
      synthesised({ promptID: "bot", id: "v1", prompts: [{ content }] }),
    );
    expect(versions.map(({ resourceNames }) => resourceNames)).toEqual([
      ["prompt_version_bot__v1"],
      ["prompt_version_bot__v1"],
    ]);
  });
});

describe("a prompt version without id", () => {
  test("gets one from its content, sends it, and treats an existing version of that id as a success", () => {
    const stack = synthesised({ promptID: "bot", prompts });
    const [resourceName = ""] = stack.resourceNames;
    const id = resourceName.replace("prompt_version_bot__", "");
    expect(id).toMatch(/^v-[0-9a-f]{12}$/);
    expect(stack.requestOf(resourceName).calls.create).toEqual({
      method: "POST",
      path: "/console/v1/prompts/bot/versions",
      body: { id, prompts },
      ifExists: "success",
    });
  });

  test("gets the same for the same content, in any order", () => {
    const id = idOf({ promptID: "bot", model: "large", prompts: [{ role: "system", content: "Be brief." }] });
    expect(idOf({ prompts: [{ content: "Be brief.", role: "system" }], model: "large", promptID: "bot" })).toBe(id);
    expect(idOf({ promptID: "bot", model: "large", prompts, name: undefined })).toBe(id);
  });

  test("gets another for different content, or for another order of messages", () => {
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

  test("gets one that depends on the variable of a secret, not on its value", () => {
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
    const [resourceName = ""] = stack.resourceNames;
    expect(stack.resourceNames).toEqual([expect.stringMatching(/^prompt_version_at_stack_bot_[0-9a-f]{8}$/)]);
    expect(stack.resource(resourceName).lifecycle).toEqual({
      replace_triggered_by: [`null_resource.experimentation_service_of_${resourceName}`],
    });
    expect(stack.execution(resourceName).command).toMatch(/^create /);
    expect(stack.triggers(resourceName).model).toContain("tostring(var.model)");
    expect(stack.triggers(resourceName).id).toMatch(/"v-", substr\(sha256\(.*jsonencode\(tostring\(var\.model\)\)/);
    expect(stack.requestOf(resourceName).calls.create).toMatchObject({
      body: { id: null, model: null },
      ifExists: "success",
    });
  });

  test("is a new version under another resource name when its content changes", () => {
    const [one, other] = ["Be brief.", "Be kind."].map((content) =>
      synthesised({ promptID: "bot", prompts: [{ content }] }),
    );
    expect(one?.resourceNames).not.toEqual(other?.resourceNames);
  });
});

import { TerraformVariable } from "cdktf";
import { Construct } from "constructs";
import { AssignmentSource, Experiment, ExperimentationService, fromEnvironment, PromptVersion, Segment } from "../lib";
import type { KindName } from "../lib/api/kind-names";
import { constructOf, without } from "./support/samples";
import { assignmentSource, experiment, segment } from "./terraform/entities";
import { emptyStack, problemsListed, synth, warningsOf } from "./terraform/synth";

const make = (kind: KindName, scope: Construct, props: object) => constructOf(kind, scope, "x", props);
const made = (kind: KindName, props: object) => synth((stack) => make(kind, stack, props));
const revision = "experiment_checkout_button_revision";

test("an entity plans the same in another order of its props, at another place, and with the id that its name gives", () => {
  const reversed = Object.fromEntries(Object.entries(experiment).reverse());
  const nested = synth((stack) => {
    make("experiment", new Construct(new Construct(stack, "team"), "checkout"), experiment);
  });
  const plain = made("experiment", experiment);
  expect(made("experiment", reversed).json.resource).toEqual(plain.json.resource);
  for (const name of plain.resourceNames) expect(nested.triggers(name)).toEqual(plain.triggers(name));
  expect(made("experiment", { ...experiment, id: "Checkout_button" }).json.resource).toEqual(
    made("experiment", without(experiment, "id")).json.resource,
  );
});

test("a prompt version without id gets the same id for the same content, in any order, and another for any other content or secret", () => {
  const idOf = (props: object) => {
    const stack = made("prompt_version", { promptID: "bot", ...props });
    const [resourceName = ""] = stack.resourceNames;
    const { create } = stack.requestOf(resourceName).calls;
    // a version of that id, which exists, has the same content
    expect(create).toMatchObject({ method: "POST", ifExists: "success" });
    expect(create?.body.id).toMatch(/^v-[0-9a-f]{12}$/);
    expect(resourceName).toBe(`prompt_version_bot__${create?.body.id}`);
    return create?.body.id;
  };
  const withSecret = (name: string) => ({ auth_workflow_headers: [{ value: `Bearer ${fromEnvironment(name)}` }] });

  const prompts = [{ role: "system", content: "Be brief." }];
  const both = [...prompts, { role: "user", content: "Hello." }];
  const same = { prompts: [{ content: "Be brief.", role: "system" }], name: undefined, promptID: "bot" };
  const others = [{ prompts: both }, { prompts: [...both].reverse() }, { prompts, temperature: 0 }, {}];
  const secrets = [withSecret("TOKEN"), withSecret("OTHER_TOKEN")];
  expect(idOf(same)).toBe(idOf({ prompts }));
  expect(new Set([{ prompts }, ...others, ...secrets].map(idOf)).size).toBe(7);
});

test("adopt is refused where the update lacks fields or the id comes from content, and warned of where nothing checks it", () => {
  const stack = emptyStack();
  const adopt = true;
  const { hypothesis, status, ...lacking } = experiment;
  expect(problemsListed(() => new Experiment(stack, "lacking", { ...lacking, adopt }))).toEqual([
    expect.stringContaining("adopt: required with it: hypothesis and status, for the update"),
  ]);
  expect(problemsListed(() => new PromptVersion(stack, "bot", { promptID: "bot", adopt }))).toEqual([
    expect.stringContaining("adopt: cannot be used for a prompt version without an id"),
  ]);
  // another name would adopt another entity
  expect(warningsOf(new Experiment(stack, "button", { ...experiment, id: undefined, adopt }))).toEqual([
    expect.stringMatching(/^id: .*adopt.* id: "Checkout_button" .*"derived-id"\]$/),
  ]);
  expect(warningsOf(new Segment(stack, "beta", { ...segment, id: "beta", adopt }))).toEqual([
    expect.stringMatching(/^adopt: .*a segment, .*"adopt-without-call"\]$/),
  ]);
});

test.each([
  ["the service's", "incident 7", undefined, "incident 7"],
  ["both, where both are given", "incident 7", "again", '["incident 7","again"]'],
  ["text unchanged, even where Terraform would interpret it", undefined, `\${this} %{if}`, `$\${this} %%{if}`],
  ["a secret by its variable", fromEnvironment("AGAIN"), "a", '["(environment variable AGAIN)","a"]'],
])("reapply is a trigger of what can be sent again, and is not sent: %s", (_, ofService, reapply, expected) => {
  const stack = synth((scope) => {
    new ExperimentationService(scope, "service", { reapply: ofService });
    new Experiment(scope, "button", { ...experiment, reapply });
    new AssignmentSource(scope, "exposures", { ...assignmentSource, reapply });
    new Segment(scope, "beta", { ...segment, reapply });
  });
  for (const name of [revision, "assignment_source_exposures"]) expect(stack.triggers(name).reapply).toBe(expected);
  for (const name of ["experiment_checkout_button", "segment_beta_users"])
    expect(stack.triggers(name)).not.toHaveProperty("reapply");
  expect(JSON.stringify(stack.requestOf(revision))).not.toMatch(/incident|again|this|AGAIN/);
});

test("a request file lists each deferred value by a pointer to its null, and never takes data for one", () => {
  const data = { parts: [{ terraform: 0 }], environment: "HOME" };
  const stack = synth((scope) => {
    const { value } = new TerraformVariable(scope, "any", {});
    const parameterValues = { "a/b": [{ "m~n": value }], ["__proto__"]: value, data };
    new Experiment(scope, "x", { ...experiment, groups: [{ parameterValues }] });
  });
  const { deferred, fields } = stack.requestOf(revision);
  const group = "/fields/groups/0/parameterValues";
  expect(deferred.map(({ at }) => at)).toEqual([`${group}/__proto__`, `${group}/a~1b/0/m~0n`]);
  const parameterValues = { "a/b": [{ "m~n": null }], ["__proto__"]: null, data };
  expect(fields.groups).toEqual([{ parameterValues }]);
});

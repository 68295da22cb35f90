import assert from "node:assert/strict";
import test from "node:test";
import { TerraformStack, Testing } from "cdktf";
import { Experiment } from "cdktf-experimentation";
import { addHouseRules } from "./house-rules";

test("an experiment without a team is refused", () => {
  const app = Testing.app();
  const stack = new TerraformStack(app, "stack");
  new Experiment(stack, "one-page", { name: "One page", id: "web_one_page" });
  addHouseRules(stack);

  assert.throws(() => app.synth(), /\[stack\/one-page\] team: every experiment names its team/);
});

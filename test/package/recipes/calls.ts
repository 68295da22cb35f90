import assert from "node:assert/strict";
import test from "node:test";
import { Testing } from "cdktf";
import { callsOf } from "cdktf-experimentation/testing";
import { Checkout } from "./checkout";

test("a tenth of the shoppers take part in the one page checkout", () => {
  const [create, update] = callsOf(new Checkout(Testing.app(), "checkout"));

  assert.equal(`${create?.method} ${create?.path}`, "POST /console/v1/experiments");
  assert.equal(create?.body.allocation, 10);
  assert.equal(update?.path, "/console/v1/experiments/one_page_checkout");
  assert.equal(update?.atFirstDeploy, false);
});

import { sensitiveTexts } from "../../lib/applier/sensitive-texts";
import { requestOf } from "./request";
import { creates } from "./subjects";

const planned = requestOf(creates[0]);

test.each<[string, unknown, readonly string[]]>([
  [
    "texts, also inside",
    ["hunter2-a", { any: ["hunter2-b", { key: "hunter2-c" }] }],
    ["hunter2-a", "hunter2-b", "hunter2-c"],
  ],
  ["each once", ["hunter2-a", "hunter2-a"], ["hunter2-a"]],
  ["no numbers, booleans and nulls", [12345678, true, null], []],
  ["no keys", [{ "hunter2-key": 1 }], []],
  ["no texts of fewer than eight characters", ["hunter2", "growth", "userID", ""], []],
  ["no kinds", ["experiment", "metric_source"], []],
  ["no fields, also of other kinds", ["description", "source_name", "parameterValues", "targetingGateID"], []],
  ["no values that a field names", ["experiment_stopped", "rule_based", "bigquery-v2"], []],
  ["nothing that the request file says", ["checkout_button", "Green sells more.", "Checkout"], []],
])("of what Terraform passes on, %s may be sensitive", (_, values, texts) => {
  expect(sensitiveTexts(planned, values as readonly unknown[])).toEqual(texts);
});

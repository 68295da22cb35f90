import { sensitiveTexts } from "../../lib/applier/sensitive-texts";
import { requestOf } from "./request";
import { creates } from "./subjects";

test.each<[string, unknown, readonly string[]]>([
  [
    "texts, also inside",
    ["hunter2-a", { any: ["hunter2-b", { key: "hunter2-c" }] }],
    ["hunter2-a", "hunter2-b", "hunter2-c"],
  ],
  ["each once", ["hunter2-a", "hunter2-a"], ["hunter2-a"]],
  ["no numbers, booleans, nulls and keys", [12345678, true, null, { "hunter2-key": 1 }], []],
  [
    "of fewer than eight characters, those that are neither words nor numbers",
    ["hunter2", "p@ss", "sk-9f", "Xk\u00e4Q"],
    ["hunter2", "p@ss", "sk-9f", "Xk\u00e4Q"],
  ],
  [
    "no short words and numbers",
    ["growth", "TRUE", "By day", "us-east", "gr\u00fcn", "4711", "-1.5", "50 %", "     "],
    [],
  ],
  ["nothing below four characters", ["h2!", "v1", ""], []],
  [
    "no words of the API",
    ["metric_source", "source_name", "userID", "targetingGateID", "rule_based", "bigquery-v2"],
    [],
  ],
  ["nothing that the request file says", ["checkout_button", "Green sells more.", "Checkout"], []],
])("of what Terraform passes on, %s may be sensitive", (_, values, texts) => {
  expect(sensitiveTexts(requestOf(creates[0]), values as readonly unknown[]).texts).toEqual(texts);
});

import { terraformJson, terraformText } from "../../lib/text/terraform-text";

test.each([
  "No changes. Your infrastructure matches the configuration.",
  "\u001b[0m\u001b[1m\u001b[32mNo changes.\u001b[0m\u001b[1m Your infrastructure matches the configuration.\u001b[0m",
  "No changes. Infrastructure is up-to-date.",
  "checkout  No changes. Your infrastructure matches the configuration.",
  "a note before it\n\nPlan: 1 to add, 0 to change, 0 to destroy.",
  "\u001b[1mPlan:\u001b[0m 1 to add, 0 to change, 0 to destroy.",
  "checkout  OpenTofu will perform the following actions:",
])("%j is a plan for people", (text) => {
  expect(terraformText(text)).toContain("for people");
});

test.each([
  "No changes.",
  "# Diary\n\nNo changes. We go on.",
  "Plan: 3 to four experiments a quarter",
  "the team will perform the following actions: none",
  "id,name\none,No changes.",
  "kind: Segment\ndescription: No changes. Your infrastructure is fine.",
])("%j is of no tool that its words name", (text) => {
  expect(terraformText(text)).toBeUndefined();
});

test.each([
  { "@level": "info" },
  { lineage: "the third" },
  { format_version: "2", rows: [] },
  { steps: [] },
  { terraform: "1.11" },
])("%j is of no tool that one field of it names", (json) => {
  expect(terraformJson(json)).toBeUndefined();
});

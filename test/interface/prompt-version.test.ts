import { promptVersion } from "../../lib/interface/prompt-version";
import { type Table, testBody } from "./body-tests";
import { LETTERS_AND_DIGITS, listOf, number, shape, text, textOf, textOfLength } from "./kinds";

const headers = listOf(shape({ name: text, value: text }));

const columns = ["create"] as const;

const table: Table<typeof columns> = {
  // "which prompt version fields are required: not shown", so none is
  name: ["opt", textOf(`${LETTERS_AND_DIGITS}_-. `, 3, 100)],
  id: ["opt", textOf(`${LETTERS_AND_DIGITS}_-.`)],
  description: ["opt", textOfLength(0, 1000)],
  prompts: ["opt", listOf(shape({ content: text, role: text }))],
  temperature: ["opt", number],
  model: ["opt", text],
  provider: ["opt", text],
  eval_model: ["opt", text],
  top_p: ["opt", number],
  frequency_penalty: ["opt", number],
  presence_penalty: ["opt", number],
  max_tokens: ["opt", number],
  workflow_headers: ["opt", headers],
  auth_workflow_headers: ["opt", headers],
  // "present in the response", and in no body
  workflow_body: ["-", shape({ type: text, value: text })],
};

testBody("the create body", promptVersion.create, table, columns, "create");

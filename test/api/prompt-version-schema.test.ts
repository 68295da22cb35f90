import { promptVersion, secretHeadersOf } from "../../lib/api/prompt-version-schema";
import { testBodies } from "./body-tests";
import { LETTERS_AND_DIGITS, listOf, number, shape, text, textOf, textOfLength } from "./cell-types";

const headers = listOf(shape({ name: text, value: text }));

testBodies(promptVersion, {
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
});

describe("a header of the workflow authenticates", () => {
  const isSecret = (name: string) => secretHeadersOf({ workflow_headers: [{ name, value: "v" }] }).length === 1;

  test.each([
    ...["Authorization", "Proxy-Authorization", "Cookie", "X-Auth", "X-Auth-User", "X-JWT", "X-Jwt-Assertion"],
    ...["X-Signature", "X-Hub-Signature-256", "X-Pass", "X-Passwd", "X-Passphrase", "X-Session-Id", "X-SessionID"],
    ...["X-Session", "X-Webhook-Key", "X-Signing-Key", "X-Shared-Key", "X-Key", "Ocp-Apim-Subscription-Key", "ApiKey"],
    ...["X-Functions-Key", "DD-APPLICATION-KEY", "X-Master-Key", "license_key", "Key", "Authentication", "Bearer"],
    ...["X-Bearer", "X-PAT", "PAT", "X-Gitlab-Pat"],
  ])("as its name says: %s", (name) => {
    expect(isSecret(name)).toBe(true);
    expect(isSecret(name.toLowerCase())).toBe(true);
  });

  test.each([
    ...["Accept", "X-Author", "X-Authority", "Authored-By", "X-Bypass", "X-Passenger-Count", "X-Compass"],
    ...["X-Path", "X-Pattern", "Dispatch", "Surrogate-Key", "X-Key-Count", "Monkey"],
    ...["X-Session-Timeout", "Idempotency-Key", "X-Partition-Key", "X-Max-Tokens", "X-Keyboard", "X-Signatures-Count"],
  ])("but not by a name that only looks alike: %s", (name) => {
    expect(isSecret(name)).toBe(false);
  });

  test("under any name, in the field for such headers", () => {
    expect(secretHeadersOf({ auth_workflow_headers: [{ name: "Accept", value: "v" }] })).toEqual([
      { field: "auth_workflow_headers", index: 0, header: { name: "Accept", value: "v" } },
    ]);
  });
});

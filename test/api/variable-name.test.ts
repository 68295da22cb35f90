import { isVariableName } from "../../lib/api/variable-name";

test.each(["SERVICE_API_KEY", "_", "k9", "a".repeat(200)])("%s may be the name of an environment variable", (name) => {
  expect(isVariableName(name)).toBe(true);
});

test.each(
  [["", "9K", "A-B", "A B", "A=B", "\u00c4", "A\n", "sk-live-123456", undefined, null, 5, ["A"]]]
    .flat()
    .map((name) => [name]),
)("%j may not", (name) => {
  expect(isVariableName(name)).toBe(false);
});

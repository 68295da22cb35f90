import { posix, win32 } from "node:path";
import { entryPath } from "../../lib/protocol/journal-entry";

// Terraform writes the path of a module with slashes on every system
test.each([
  ["./requests/segment_beta.json", posix, "journal/0123abcd/segment_beta.create.json"],
  ["/app/stacks/a/requests/segment_beta.json", posix, "/app/stacks/a/journal/0123abcd/segment_beta.create.json"],
  ["./requests/segment_beta.json", win32, "journal\\0123abcd\\segment_beta.create.json"],
  ["C:/my app/requests/segment_beta.json", win32, "C:\\my app\\journal\\0123abcd\\segment_beta.create.json"],
  ["C:\\app\\requests\\segment_beta.json", win32, "C:\\app\\journal\\0123abcd\\segment_beta.create.json"],
] as const)("the entry about a call of %s is beside its folder", (requestFile, path, expected) => {
  expect(entryPath(requestFile, "0123abcd", "create", path)).toBe(expected);
});

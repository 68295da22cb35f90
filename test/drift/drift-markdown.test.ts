import type { Drift } from "../../lib/drift/drift";
import { driftMarkdown } from "../../lib/drift/drift-markdown";

const nothing: Drift = { stacks: [], unmanaged: [], unread: [] };
// each of these signs takes five characters
const long = "*".repeat(1_000);

test.each<[string, Partial<Drift>, string]>([
  [
    "what cannot be read",
    { unread: Array.from({ length: 60 }, (_, index) => ({ where: `record ${index}`, problem: long })) },
    "more",
  ],
  [
    "what is not in the code",
    { unmanaged: Array.from({ length: 60 }, (_, index) => ({ kind: "segment", name: `${index}${long}` })) },
    "Not in the code: segment 0",
  ],
])("with long texts of %s, it is no longer than a comment may be", (_, found, expected) => {
  const text = driftMarkdown({ ...nothing, ...found });

  expect(text.length).toBeLessThan(65_536);
  expect(text).toContain(expected);
});

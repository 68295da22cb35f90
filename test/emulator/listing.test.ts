import { type ReceivedCall, renderListing } from "../../lib/emulator/index";

const record = (kind: string, id: string, data: object) => ({
  ...{ kind, id, createdTime: 0, modifiedTime: 0 },
  data: data as Record<string, unknown>,
});
const call = (path: string, status?: number, body?: object): ReceivedCall => ({
  ...{ method: "POST", path, kind: undefined, body, headers: {}, status, time: 0 },
});

test("the listing has records and calls in aligned columns, which kept nothing, and nothing from inside a field", () => {
  const records = [
    record("experiment", "checkout_button", { allocation: 50, groups: [{ secret: "hunter2" }, {}], status: "active" }),
    record("segment", "beta", { owner: { ownerID: "hunter2" }, team: null }),
  ];
  const calls = [call("/console/v1/experiments", 201), call("/console/v1/segments", 200, { dryRun: true }), call("/x")];

  const listing = renderListing({ records, calls });
  expect(listing).not.toContain("hunter2");
  expect(listing.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
    ["Records: 2"],
    [""],
    ["KIND", "ID", "CONTENT"],
    ["experiment", "checkout_button", 'allocation=50 groups=[2] status="active"'],
    ["segment", "beta", expect.stringMatching(/^owner=\S+ team=null$/)],
    [""],
    ["Calls: 3"],
    [""],
    ["#", "METHOD", "STATUS", "PATH"],
    ["1", "POST", "201", "/console/v1/experiments"],
    ["2", "POST", "200", "/console/v1/segments (dry run)"],
    ["3", "POST", "-", "/x"],
    [""],
  ]);
  const [head = "", row = ""] = listing.split("\n").slice(2);
  expect(row.indexOf("allocation")).toBe(head.indexOf("CONTENT"));
});

test("no line is wider than asked, and what was cut ends with an ellipsis", () => {
  const long = "x".repeat(5000);
  const content = { records: [record("segment", "s", { long })], calls: [call(long, 404)] };
  const lines = renderListing(content, 60).split("\n");

  expect(Math.max(...lines.map((line) => line.length))).toBe(60);
  expect(lines.filter((line) => line.endsWith("…"))).toHaveLength(2);
});

test("control characters are dots, and a text is cut between code points, never through one", () => {
  const ids = ["a\u001b[31mb\nc\u009b\u2028d", "🙂".repeat(50)];
  const listing = renderListing({ records: ids.map((id) => record("segment", id, { a: 1 })), calls: [] });

  expect(listing).toMatch(/^ {2}segment {2}a·\[31mb·c··d +a=1$/m);
  expect(listing).toContain(`  segment  ${"🙂".repeat(43)}…  a=1\n`);
});

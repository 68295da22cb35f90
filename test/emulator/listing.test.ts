import { type ReceivedCall, renderListing } from "../../lib/emulator/index";

const record = (kind: string, id: string, data: object) => ({
  ...{ kind, id, createdTime: 0, modifiedTime: 0 },
  data: data as Record<string, unknown>,
});
const call = (path: string, status?: number, body?: object): ReceivedCall => ({
  ...{ method: "POST", path, kind: undefined, body, headers: {}, status, time: 0 },
});

describe("the listing", () => {
  test("shows records and calls in aligned columns, and which of them kept nothing", () => {
    const records = [
      record("experiment", "checkout_button", { allocation: 50, groups: [{}, {}], status: "active" }),
      record("segment", "beta", { type: "id_list", team: null }),
    ];
    const calls = [
      call("/console/v1/experiments", 201),
      call("/console/v1/segments", 200, { dryRun: true }),
      call("/x"),
    ];

    expect(renderListing({ records, calls })).toBe(
      `Records: 2

  KIND        ID               CONTENT
  experiment  checkout_button  allocation=50 groups=[2] status="active"
  segment     beta             type="id_list" team=null

Calls: 3

  #  METHOD  STATUS  PATH
  1  POST    201     /console/v1/experiments
  2  POST    200     /console/v1/segments (dry run)
  3  POST    -       /x
`,
    );
  });

  test("says so when there is nothing", () => {
    expect(renderListing({ records: [], calls: [] })).toBe("Records: 0\n\nCalls: 0\n");
  });

  test("shows nothing from inside lists and objects, where secrets may be", () => {
    const data = { auth_workflow_headers: [{ name: "Authorization", value: "secret" }], owner: { ownerID: "secret" } };

    expect(renderListing({ records: [record("prompt_version", "p/v", data)], calls: [] })).not.toContain("secret");
  });

  test.each([60, 100, 140])("has no line wider than %i", (width) => {
    const long = "x".repeat(5000);
    const lines = renderListing({ records: [record("segment", "s", { long })], calls: [call(long, 404)] }, width).split(
      "\n",
    );

    expect(Math.max(...lines.map((line) => line.length))).toBe(width);
    expect(lines.filter((line) => line.endsWith("…"))).toHaveLength(2);
  });

  test("shows control characters as dots, and cuts between code points, never through one", () => {
    const ids = ["a\u001b[31mb\nc\u009b\u2028d", "🙂".repeat(50)];
    const listing = renderListing({ records: ids.map((id) => record("segment", id, { a: 1 })), calls: [] });

    expect(listing).toMatch(/^ {2}segment {2}a·\[31mb·c··d +a=1$/m);
    expect(listing).toContain(`  segment  ${"🙂".repeat(43)}…  a=1\n`);
  });
});

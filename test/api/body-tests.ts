import { acceptedFields, type Endpoint, type Kind } from "../../lib/api/kind";
import { problemsOf } from "../../lib/api/problems";
import type { CellType } from "./cell-types";

/** What a column of the API's table says about a field: "-" where the body has no such field. */
type Entry = "required" | "opt" | "-";

/** A table of the API: for each field its entry in each column, then its type. */
type Table = Readonly<Record<string, readonly [Entry, CellType] | readonly [Entry, Entry, CellType]>>;

/** Tests the bodies of a kind's calls against the columns of its table, field by field. */
export function testBodies({ create, update, upsert = [] }: Kind, table: Table): void {
  const endpoints = [create, update, ...upsert].filter((endpoint) => endpoint !== undefined);
  test("each call has a column of the table", () => {
    expect(new Set(Object.values(table).map(({ length }) => length))).toEqual(new Set([endpoints.length + 1]));
  });

  for (const [column, endpoint] of endpoints.entries()) {
    const rows = Object.entries(table).map(([field, row]) => ({
      field,
      entry: row[column] as Entry,
      kind: row.at(-1) as CellType,
    }));
    describe(`the body of ${endpoint.method} ${endpoint.path}`, () => testBody(endpoint, rows));
  }
}

interface Row {
  readonly field: string;
  readonly entry: Entry;
  readonly kind: CellType;
}

function testBody({ body }: Endpoint, rows: readonly Row[]): void {
  const accepted = rows.filter(({ entry }) => entry !== "-");
  const required = rows.filter(({ entry }) => entry === "required");
  const least = Object.fromEntries(required.map(({ field, kind }) => [field, kind.accepts[0]]));
  const isAccepted = (given: object) => problemsOf(body, given).length === 0;
  /** Whether the body is refused, and only for this field. */
  const isRefused = (field: string, value: unknown) => {
    const problems = problemsOf(body, { ...least, [field]: value });
    return problems.length > 0 && problems.every(({ path }) => path[0] === field);
  };

  test("has the fields of the table, in its order", () => {
    expect(acceptedFields(body)).toEqual(accepted.map(({ field }) => field));
  });

  test("takes its required fields alone, and all fields together", () => {
    expect(problemsOf(body, least)).toEqual([]);
    const all = Object.fromEntries(accepted.map(({ field, kind }) => [field, kind.accepts[0]]));
    expect(problemsOf(body, all)).toEqual([]);
  });

  test("reports each missing required field as required", () => {
    for (const { field } of required) {
      const { [field]: _, ...rest } = least;
      expect(problemsOf(body, rest)).toEqual([{ path: [field], allowed: "required" }]);
      expect(problemsOf(body, { ...least, [field]: undefined })).toEqual([{ path: [field], allowed: "required" }]);
    }
  });

  test("refuses a field that it does not have", () => {
    const others = rows.filter(({ entry }) => entry === "-").map(({ field }) => field);
    for (const field of [...others, "unknownField", "Name", "__proto__", "constructor"]) {
      const given = Object.fromEntries([...Object.entries(least), [field, "text"]]);
      expect(problemsOf(body, given)).toMatchObject([{ path: [field], unknown: true }]);
    }
  });

  test.each(accepted)("accepts in $field what its row allows, and refuses all else", ({ field, kind }) => {
    expect(kind.accepts.filter((value) => !isAccepted({ ...least, [field]: value }))).toEqual([]);
    expect(kind.refuses.filter((value) => !isRefused(field, value))).toEqual([]);
  });
}

import { problemsOf } from "../../lib/api/problems";
import { acceptedFields, type Endpoint } from "../../lib/api/resource";
import type { CellType } from "./cell-types";

/** What a column of the API's table says about a field: "-" where the body has no such field. */
type Entry = "required" | "opt" | "-";

/** A table of the API: for each field its entry in each column, then its type. */
export type Table<Columns extends readonly string[]> = Readonly<
  Record<string, readonly [...{ [I in keyof Columns]: Entry }, CellType]>
>;

/** Tests the body of a call against a column of the table, field by field. */
export function testBody<Columns extends readonly string[]>(
  name: string,
  endpoint: Endpoint | undefined,
  table: Table<Columns>,
  columns: Columns,
  column: Columns[number],
): void {
  if (endpoint === undefined) throw new Error(`there is no ${name}`);
  const { body } = endpoint;
  const rows = Object.entries(table).map(([field, row]) => ({
    field,
    entry: row[columns.indexOf(column)] as Entry,
    kind: row[columns.length] as CellType,
  }));
  const accepted = rows.filter(({ entry }) => entry !== "-");
  const required = rows.filter(({ entry }) => entry === "required");
  const least = Object.fromEntries(required.map(({ field, kind }) => [field, kind.accepts[0]]));
  const isAccepted = (given: object) => problemsOf(body, given).length === 0;
  /** Whether the body is refused, and only for this field. */
  const isRefused = (field: string, value: unknown) => {
    const problems = problemsOf(body, { ...least, [field]: value });
    return problems.length > 0 && problems.every(({ path }) => path[0] === field);
  };

  describe(name, () => {
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
  });
}

import { columnsOf, fittingIn } from "../../lib/text/columns";

test.each([
  ["one", 3],
  ["購入する", 8],
  ["ｆｕｌｌ", 8],
  ["한글", 4],
  ["👩‍👩‍👧", 2],
  ["❤️", 2],
  ["1️⃣", 2],
  ["☑", 1],
  ["e\u0301tude", 5],
  ["שלום", 4],
  ["\u2068שלום\u2069", 4],
  ["→ █▓▒░·", 7],
])("%s takes as many columns as a terminal gives it", (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});

test("no character is cut in two", () => {
  expect(fittingIn("ab購入", 5)).toEqual({ text: "ab購", columns: 4 });
  expect(fittingIn("👩‍👩‍👧👩‍👩‍👧", 3)).toEqual({ text: "👩‍👩‍👧", columns: 2 });
});

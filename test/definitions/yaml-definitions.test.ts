import { definitionPlaceText } from "../../lib/definitions/definition-files";
import { definitionsIn } from "../../lib/definitions/yaml-definitions";
import { read } from "./reading";

const SEGMENT = "kind: Segment\nname: beta\n";

test.each([
  ["YAML", "x.yaml", "- kind: Segment\n  name: beta\n- # later\n  kind: Segment\n", ["x.yaml:1:3", "x.yaml:4:3"]],
  [
    "YAML, in a document beside another",
    "x.yaml",
    `${SEGMENT}---\n[{ kind: Segment }]\n`,
    ["x.yaml:1:1", "x.yaml:4:2"],
  ],
  ["JSON", "x.json", '[\n  { "kind": "Segment" },\n  { "kind": "Segment" }\n]', ["x.json:2:3", "x.json:3:3"]],
])("each element of a list is a definition with a place of its own: %s", (_, name, text, places) => {
  const problems: never[] = [];
  const definitions = definitionsIn({ name, directory: "", text }, problems);
  expect(problems).toEqual([]);
  expect(definitions.map(({ placeAt }) => definitionPlaceText(placeAt([])))).toEqual(places);
  expect(definitions.map(({ value }) => value)).toEqual(
    definitions.map(() => expect.objectContaining({ kind: "Segment" })),
  );
});

test("a list without an element holds no definition", () => {
  expect([read("[]", "x.json"), read("[]\n")]).toEqual([
    ["x.json: holds no definition; write one, or remove the file"],
    ["x.yaml: holds no definition; write one, or remove the file"],
  ]);
});

test.each([
  [
    "several behind one another",
    '{ "kind": "Segment" }\n{ "kind": "Segment" }\n',
    "2:1",
    "put several into a list: [ {",
  ],
  ["a key twice", '{ "kind": "Segment",\n "kind": "Segment" }', "2:2", "put both into a list: [ {"],
])("advice about JSON is about JSON: %s", (_, text, place, advice) => {
  const problems = read(text, "x.json");
  expect(problems).toEqual([expect.stringContaining(advice)]);
  expect(problems[0]).toMatch(new RegExp(`^x\\.json:${place}: `));
  expect(problems.join()).not.toMatch(/yaml|---/i);
});

test.each([
  [
    "between two values",
    "<<<<<<< HEAD\nallocation: 10\n=======\nallocation: 25\n>>>>>>> ramp\n",
    ["3:1: a conflict of git (<<<<<<<)"],
  ],
  [
    "with what was before",
    "<<<<<<< ours\r\na: 1\r\n||||||| base\r\n=======\r\na: 2\r\n>>>>>>> theirs\r\n",
    ["3:1: a conflict of git (<<<<<<<)"],
  ],
  [
    "two",
    "<<<<<<<\n=======\n>>>>>>>\ntags: []\n<<<<<<< HEAD\n=======\n>>>>>>> x\n",
    ["3:1: a conflict", "7:1: a conflict"],
  ],
  [
    "half removed",
    "allocation: 10\n=======\nallocation: 25\n>>>>>>> ramp\n",
    ["4:1: the rest of a conflict of git (=======, >>>>>>>)"],
  ],
  ["its last mark alone", "allocation: 25\n>>>>>>> ramp\n", ["4:1: the rest of a conflict of git (>>>>>>>)"]],
  ["its first mark alone", "<<<<<<< HEAD\r\nallocation: 25\r\n", ["3:1: the rest of a conflict of git (<<<<<<<)"]],
  [
    "without its end, before a whole one",
    "<<<<<<<\n=======\n<<<<<<<\n=======\n>>>>>>>\n",
    ["3:1: the rest", "5:1: a conflict"],
  ],
])("a conflict of git is named by its first mark, and nothing else of the file: %s", (_, rest, expected) => {
  for (const name of ["x.yaml", "x.json"]) {
    const problems = read(`${SEGMENT}${rest}`, name);
    expect(problems).toEqual(expected.map((start) => expect.stringContaining(`${name}:${start}`)));
  }
});

test("what only looks like the mark of a conflict is content", () => {
  const text = `${SEGMENT}# =======\ndescription: |\n  <<<<<<< HEAD\n  =======\n---\n${SEGMENT}tags: ["<<<<<<<"]\n`;
  expect(read(text)).toEqual([]);
  // as a heading or a table has it
  const underlined = "description: 'Title\n=======\n||||||| a\n'\n";
  expect(read(`${SEGMENT}${underlined}`).join()).not.toContain("conflict");
});

test.each([
  ["at the beginning of a document", `---\n${SEGMENT}---\n\ufeff${SEGMENT}`],
  ["before the line that begins a document", `${SEGMENT}\ufeff---\n${SEGMENT}`],
  ["behind comments", `${SEGMENT}--- # second\n# of two\n\n\ufeff${SEGMENT}`],
  ["with the line endings of Windows", `${SEGMENT}---\n\ufeff${SEGMENT}`.replaceAll("\n", "\r\n")],
])("a byte order mark is ignored %s, as in files that were joined", (_, text) => {
  const definitions = definitionsIn({ name: "x.yaml", directory: "", text }, []);
  expect(definitions.map(({ value }) => value)).toEqual(Array(2).fill({ kind: "Segment", name: "beta" }));
});

test.each([
  ["{ key: a, formula: coalesce(sk, 0) }", "in { }, a comma ends a text without quotes; put"],
  ["{ key: a, formula: sum(sk, ':', b) }", "in { }, a comma ends a text without quotes; put"],
  ["{ formula: sum(sk, b[1], c) }", "not valid YAML: two entries of a { } without a comma between them; put text that"],
  ["{ key: a, formula:sk }", "a key without a value; put a colon and a space"],
  ["{ key: 33,3 }", "a key without a value; put a colon and a space between the two, and a point in a number"],
])("an SQL expression in { } needs quotes, which is said of it alone: %s", (entry, expected) => {
  const problems = read(`${SEGMENT}customFieldMapping: [${entry}]\n`);
  expect(problems[0]).toMatch(/^x\.yaml:3:\d+: /);
  expect(problems[0]).toContain(expected);
  expect(problems.join()).not.toContain("sk");
});

test.each([
  ['{ “kind”: "Segment" }', '1:3: not valid JSON: U+201C only looks like "; write a plain one'],
  ['{\n\u00a0"kind": "Segment" }', "2:1: not valid JSON: U+00A0 is a no-break space; write a plain one"],
  ['{ "kind": "Segment"\uff0c }', "1:20: not valid JSON: U+FF0C only looks like ,; write a plain one"],
])("JSON that ends at a character which nobody sees as what it is names it: %j", (text, expected) => {
  expect(read(text, "x.json")).toEqual([`x.json:${expected}`]);
});

test.each([
  ["kind:\u00a0Segment\nname: beta\n", "1:6: not valid YAML: U+00A0 is a no-break space; write a plain colon"],
  ["kind: Segment\nname\uff1a beta\ntype: id_list\n", "2:5: not valid YAML: U+FF1A only looks like :; write a plain"],
  ["- kind:\u3000Segment\n  name: beta\n", "1:8: not valid YAML: U+3000 is an ideographic space; write a plain"],
])("YAML whose colon is none for such a character names it: %j", (text, expected) => {
  expect(read(text)).toEqual([expect.stringContaining(`x.yaml:${expected}`)]);
});

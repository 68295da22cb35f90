import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { literalOf } from "../../lib/cli/adopt/literal";
import type { RequestFile } from "../../lib/protocol/request-file";
import { adopt, compile, load } from "./adopted";
import { synthesise, temporaryFolder } from "./command";
import { responses } from "./records";

const root = temporaryFolder();
let count = 0;

/** The requests of the stack into which a source puts its constructs. */
function synthesised(source: string): RequestFile[] {
  const folder = join(root, `out-${++count}`);
  mkdirSync(folder);
  synthesise(folder, { adopted: (stack) => void load(source)(stack) });
  const requests = join(folder, "stacks/adopted/requests");
  return readdirSync(requests).map((file) => JSON.parse(readFileSync(join(requests, file), "utf8")) as RequestFile);
}

/** Text that is code where it should not be. */
const nasty = [
  `\`\${process.exit(1)}\``,
  `\\\`\\\${x}`,
  "'\"\\",
  '"); throw new Error("',
  "*/ throw 1 /*",
  "// \u2028 throw 1",
  "a\r\nb\rc\n\n\td  \n ",
  `\${TfToken} %{if} $\${x} $$\${`,
  "\u0000\u001b[31m\u007f\u009b\u202e\ufeff\u200d",
  "</script>",
  "👩‍👩‍👧 日本語 é é",
  "",
] as const;

const { segment, updatedExperiment, ...complete } = responses;

const everything = [
  ...Object.values(complete),
  ...nasty.map((text, index) => ({
    ...responses.experiment,
    id: `nasty_${index}`,
    description: text,
    hypothesis: text,
    tags: [text, `${text}\n${text}`],
    groups: [{ name: text, size: 1e21, parameterValues: { [text]: [text, { text }], "a-b": 1, 2: -0.5 } }],
    [`unknown ${text}`]: text,
  })),
  JSON.parse(`{
    ${JSON.stringify({ ...responses.experiment, id: "proto", groups: undefined }).slice(1, -1)},
    "groups": [{ "parameterValues": { "__proto__": { "a": 1 }, "constructor": 2 } }]
  }`),
];

test("the source compiles, strictly, unless something that the construct requires is to be filled in", async () => {
  const incomplete = await adopt(segment);
  const sources = [
    await adopt(everything, "--prompt-id", "bot"),
    await adopt(responses.promptVersion, "--prompt-id", `\`\${1}\``),
    incomplete.replace("name: undefined", 'name: "Beta testers"'),
    incomplete,
  ];

  expect(compile(root, sources)).toEqual([
    expect.stringMatching(/adopted-3\.ts.* error TS2322: Type 'undefined' is not assignable to type 'string'/),
  ]);
});

test("the source synthesises", async () => {
  const requests = synthesised(await adopt(everything, "--prompt-id", "bot"));
  expect(requests.map(({ kind }) => kind).sort()).toEqual([
    "assignment_source",
    ...Array<string>(nasty.length + 2).fill("experiment"),
    "ingestion_source",
    "metric_source",
    "prompt_version",
    "segment",
  ]);
});

test("what is sent is what the record held, whatever its texts are", async () => {
  const requests = synthesised(await adopt(everything, "--prompt-id", "bot"));
  for (const [index, text] of nasty.entries()) {
    const sent = requests.find(({ name }) => name === `nasty_${index}`)?.calls.update?.body;
    expect(sent).toMatchObject({ description: text, hypothesis: text, tags: [text, `${text}\n${text}`] });
    expect(sent?.groups).toEqual([
      { name: text, size: 1e21, parameterValues: { [text]: [text, { text }], "a-b": 1, 2: -0.5 } },
    ]);
  }
});

test("a key __proto__ stays a key", async () => {
  const [request] = synthesised(await adopt(everything.at(-1)));
  expect(JSON.stringify(request?.calls.update?.body)).toContain(
    '"parameterValues":{"__proto__":{"a":1},"constructor":2}',
  );
});

test("any JSON value is its own literal", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const text = literalOf(value, new Map(), "", "");
      const evaluated: unknown = new Function(`"use strict"; return (${text})`)();
      expect(JSON.stringify(evaluated)).toBe(JSON.stringify(value));
    }),
  );
});

test.each([
  ["a segment's name", segment, "name: required"],
  ["an experiment's name", updatedExperiment, "name: required"],
])("what is to be filled in is an error to synth: %s", async (_, record, problem) => {
  const source = await adopt(record);
  expect(() => synthesised(source)).toThrow(problem);
});

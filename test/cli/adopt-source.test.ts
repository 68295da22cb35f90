import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { transformSync } from "@swc/core";
import type { Construct } from "constructs";
import * as fc from "fast-check";
import * as library from "../../lib";
import { literalOf } from "../../lib/cli/typescript";
import { nameOf, openRequest, type Request } from "../../lib/protocol/request-file";
import { visibleLines } from "../../lib/text/visible";
import { ROOT } from "../docs/pages";
import { anyCharacter } from "../support/any-character";
import type { Build } from "../support/samples";
import { temporaryFolder } from "../support/temporary-folder";
import { adopt, command, synthesise } from "./command";
import { responses } from "./records";
import { typeErrorsIn } from "./type-errors";

const root = temporaryFolder();
let count = 0;

/** The requests of the stack that a build makes. */
function requestsOf(build: Build): Request[] {
  const folder = join(root, `out-${++count}`);
  synthesise(folder, { adopted: build });
  const requests = join(folder, "stacks/adopted/requests");
  return readdirSync(requests).flatMap((file) => openRequest(readFileSync(join(requests, file), "utf8")) ?? []);
}

/** The requests of an adopted source, whose function puts its constructs into a stack. */
function synthesised(source: string): Request[] {
  const { code } = transformSync(source, {
    swcrc: false,
    jsc: { parser: { syntax: "typescript" }, target: "es2022" },
    module: { type: "commonjs" },
  });
  const resolve = createRequire(__filename);
  const required = (name: string) => (name === "cdktf-experimentation" ? library : resolve(name));
  const exported: { adoptExisting?: (scope: Construct) => unknown } = {};
  new Function("require", "exports", code)(required, exported);
  return requestsOf((stack) => void exported.adoptExisting?.(stack));
}

/** Text that is code where it should not be. */
const nasty = [
  `\`\${process.exit(1)}\``,
  `\\\`\\\${x}`,
  "'\"\\",
  "*/ throw 1 /*",
  "// \u2028 throw 1",
  "a\r\nb\rc\n\n\td  \n ",
  `\${TfToken} %{if} $\${x} $$\${`,
  "\u0000\u001b[31m\u007f\u009b\u202e\ufeff\u200d",
  "👩‍👩‍👧 日本語 é é",
  "soft\u00ad tag\u{e0061} fill\u3164 \ufe0f",
  "::error::x\n \u3000::set-env name=a::b\n##vso[task.complete]c ##[error]d",
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
    "groups": [{ "parameterValues": { "__proto__": { "a": 1 }, "constructor": 2, "<<": 12345678901234567000, "012": "012", "null": "~" } }]
  }`),
];

let source: string;
let requests: readonly Request[];
beforeAll(async () => {
  source = await adopt(everything, "--prompt-id", "bot");
  requests = synthesised(source);
});

test("the source compiles, strictly, unless something that the construct requires is to be filled in", async () => {
  const prompt = await adopt(responses.prompt_version, "--prompt-id", `\`\${1}\``);
  const sources = [source, prompt, await adopt(segment)];

  const project = join(root, "project");
  mkdirSync(project);
  symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"), "junction");
  const files = Object.fromEntries(sources.map((text, index) => [`src/adopted-${index}.ts`, text]));
  const compilerOptions = { types: ["node"], paths: { "cdktf-experimentation": [join(ROOT, "lib/index.ts")] } };
  const config = { extends: join(ROOT, "tsconfig.json"), compilerOptions, include: ["src"] };
  expect(typeErrorsIn(project, files, config)).toEqual([
    expect.stringMatching(/adopted-2\.ts.* error TS2322: Type 'undefined' is not assignable to type 'string'/),
  ]);
});

test("the YAML of --format yaml declares the same for an Include, and says what there is to know", async () => {
  const yaml = await adopt(everything, "--prompt-id", "bot", "--format", "yaml");
  const path = join(root, "definitions.yaml");
  writeFileSync(path, yaml);
  const included = requestsOf((stack) => void new library.Include(stack, "files", { path }));
  const same = ({ construct: _, file: __, ...request }: Request) => request;
  expect(included.map(same)).toEqual(requests.map(same));

  expect(yaml).toMatch(/^# yaml-language-server: \$schema=node_modules\/.*\/schemas\/entity\.json\n/);
  expect(visibleLines(yaml)).toBe(yaml);
  mkdirSync(join(root, "team"));
  const options = { directory: root, stdin: JSON.stringify(segment) };
  await command(["adopt", "-", "--format", "yaml", "--out", "team/segments.yaml"], options);
  const text = readFileSync(join(root, "team/segments.yaml"), "utf8");
  expect(text).toContain("$schema=../node_modules/");
  expect(text).toMatch(/^kind: Segment\nadopt: true\n(.*\n)*# name: fill in\n$/m);
});

test("what is sent is what the record held, whatever its texts and keys are, and nobody overlooks any of the source", () => {
  for (const [index, text] of nasty.entries()) {
    const sent = requests.find((request) => nameOf(request) === `nasty_${index}`)?.fields;
    expect(sent).toMatchObject({ description: text, hypothesis: text, tags: [text, `${text}\n${text}`] });
    const parameterValues = { [text]: [text, { text }], "a-b": 1, 2: -0.5 };
    expect(sent?.groups).toEqual([{ name: text, size: 1e21, parameterValues }]);
  }
  expect(JSON.stringify(requests)).toContain('"__proto__":{"a":1},"constructor":2');
  for (const { kind, fields } of requests)
    if (kind === "assignment_source" || kind === "metric_source") expect(fields).toEqual(responses[kind]);
  expect(source.replaceAll("👩‍👩‍👧", "").match(/\p{Default_Ignorable_Code_Point}/u)).toBeNull();
  expect(source.match(/^\s*::[a-z].*|##\w*\[.*/gim)).toBeNull();
});

test.each([undefined, ""])("any JSON value is its own literal, indented by %j", (indent) => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
      const text = literalOf(value, indent);
      const evaluated: unknown = new Function(`"use strict"; return (${text})`)();
      expect(JSON.stringify(evaluated)).toBe(JSON.stringify(value));
    }),
  );
});

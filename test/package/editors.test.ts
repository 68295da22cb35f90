import { mkdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { experiment } from "../../lib/api/experiment-schema";
import { requiredFields } from "../../lib/api/kind";
import { declaredBy, warningsOf } from "../../lib/declare/declaration";
import { validatedDefinitions } from "../../lib/definitions/validated-definitions";
import { definitionsIn } from "../../lib/definitions/yaml-definitions";
import { definitionFiles, editorFiles } from "../../lib/init/project-files";
import { blocksOf, pages } from "../docs/pages";
import { temporaryFolder } from "../support/temporary-folder";
import { Editor, type EditorSettings } from "./language-server";
import { ROOT } from "./project";

const folder = temporaryFolder();
const schemas = "node_modules/cdktf-experimentation/schemas";
const lineFor = (schema: string) => `# yaml-language-server: $schema=../${schemas}/${schema}.json\n`;

const settings = JSON.parse(editorFiles[".vscode/settings.json"] ?? "") as EditorSettings;

let editor: Editor;

beforeAll(async () => {
  mkdirSync(join(folder, "node_modules/cdktf-experimentation"), { recursive: true });
  mkdirSync(join(folder, "experiments"));
  symlinkSync(join(ROOT, "schemas"), join(folder, schemas));
  editor = await Editor.open(folder);
});
afterAll(() => editor.close());

/** Files with the line of an editor, by the place where a page shows them. */
const shown = pages()
  .flatMap(blocksOf)
  .filter(({ language, code }) => language === "yaml" && code.includes("yaml-language-server"))
  .map(({ place, code, marker }) => [place, code, marker] as const);

test.each(shown)(
  "each document of a file on the pages is completed, explained and marked: %s",
  async (place, code, marker) => {
    const file = `experiments/${place.replaceAll(/\W/g, "_")}.yaml`;
    if (marker.startsWith("recipe:")) expect(await editor.marks(file, code)).toEqual([]);
    const lines = code.trimEnd().split("\n");
    const ends = [...lines.keys()].filter((index) => lines[index + 1] === undefined || lines[index + 1] === "---");
    for (const end of ends) {
      const isDefaults = lines.some((line) => line.endsWith("defaults.json"));
      const indent = isDefaults ? "  " : "";
      const wrong = [...lines.slice(0, end + 1), `${indent}tagz: []`, indent, ...lines.slice(end + 1)].join("\n");
      const name = `${file}_${end}.yaml`;
      const messages = (await editor.marks(name, wrong)).map(({ message }) => message);
      expect(messages).toContain("Property tagz is not allowed.");
      expect([...(await editor.completions(name, [end + 2, indent.length])).keys()]).toContain("teamID");
      const first = Math.max(
        ...[...lines.keys()].filter((index) => index <= end && /^(kind|Experiment):/.test(lines[index] ?? "")),
      );
      expect(await editor.explanation(name, [first, 1])).toMatch(/construct|Experiment/);
    }
  },
);

test.each([
  ["direction", ["increase", "decrease"]],
  ["type", ["user_warehouse", "ratio", "event_user"]],
])("a metric's %s completes to the values of the page, and takes others", async (field, values) => {
  const start = `${lineFor("entity")}kind: Experiment\nname: One page\nprimaryMetrics:\n  - name: orders\n    ${field}: `;
  await editor.marks(`experiments/${field}.yaml`, `${start}\n`);
  const found = await editor.completions(`experiments/${field}.yaml`, [5, 6 + field.length]);
  expect([...found.keys()]).toEqual(expect.arrayContaining(values));
  expect(await editor.marks(`experiments/${field}-own.yaml`, `${start}of_my_own\n`)).toEqual([]);
});

test.each(["entity", "experiment"])(
  "an empty file completes to an experiment that can be created and changed: %s",
  async (schema) => {
    await editor.marks(`experiments/empty-${schema}.yaml`, `${lineFor(schema)}\n`);
    const snippet = (await editor.completions(`experiments/empty-${schema}.yaml`, [1, 0])).get("Experiment") ?? "";
    const text = snippet.replaceAll(/\$\{\d+:([^}]*)\}/g, "$1");
    expect(await editor.marks(`experiments/filled-${schema}.yaml`, `${lineFor(schema)}${text}\n`)).toEqual([]);
    const problems: object[] = [];
    const [definition] = validatedDefinitions(
      definitionsIn({ name: "x.yaml", directory: "", text }, problems as never[]),
    );
    expect(problems).toEqual([]);
    expect(Object.keys(definition?.props ?? {})).toEqual(
      expect.arrayContaining(requiredFields(experiment.update?.body as never)),
    );
    const declared = definition && declaredBy(definition.kind, definition.props, { construct: "x", file: "x.yaml" });
    expect(declared && warningsOf(declared)).toEqual([]);
  },
);

test("an entity of another kind is offered no experiment", async () => {
  await editor.marks("experiments/other.yaml", `${lineFor("entity")}kind: Segment\n\n`);
  expect([...(await editor.completions("experiments/other.yaml", [2, 0])).keys()]).not.toContain("Experiment");
});

test("each element of a list is completed and marked", async () => {
  const text = `${lineFor("entity")}- kind: Segment\n  name: beta\n  nme: x\n- kind: MetricSource\n  name: orders\n  \n`;
  const marks = await editor.marks("experiments/list.yaml", text);
  expect(marks.map(({ line, message }) => [line, message])).toEqual(
    expect.arrayContaining([[3, "Property nme is not allowed."]]),
  );
  expect([...(await editor.completions("experiments/list.yaml", [6, 2])).keys()]).toContain("timestampColumn");
});

test("defaults mark what has none, and what they give is required of no definition", async () => {
  const text = `${lineFor("defaults")}Experiment:\n  status: active\n  idType: 5\nMetric: {}\n`;
  const messages = (await editor.marks("experiments/_defaults.yaml", text)).map(({ line, message }) => [line, message]);
  expect(messages).toEqual(
    expect.arrayContaining([
      [2, "Property status is not allowed."],
      [3, expect.stringContaining("Incorrect type")],
      [4, "Property Metric is not allowed."],
    ]),
  );
  const source = `${lineFor("entity")}kind: MetricSource\nname: orders\nsql: select 1\n`;
  expect(await editor.marks("experiments/taking.yaml", source)).toEqual([]);
});

test("the settings of init give every document of experiments its schema, and defaults none of a definition", async () => {
  const other = await Editor.open(folder, settings);
  const text = "kind: Segment\nname: beta\nnme: x\n---\nkind: Segment\nname: beta\nnme: x\n";
  for (const file of ["experiments/plain.yaml", "experiments/deep/plain.yml", "experiments/deep/my_defaults.yaml"]) {
    const marks = await other.marks(file, text);
    const expected = [2, 6].map((line) => [line, "Property nme is not allowed."]);
    expect(marks.map(({ line, message }) => [line, message])).toEqual(expected);
  }
  const defaults = "Experiment:\n  idType: userID\n";
  expect(await other.marks("experiments/deep/_defaults.yaml", defaults)).toEqual([]);
  const wrong = `${lineFor("defaults")}${defaults}  status: active\n`;
  expect(await other.marks("experiments/_defaults.yaml", wrong)).toHaveLength(1);
  await other.close();
});

test.each(Object.entries(definitionFiles))(
  "what init writes is right, and completed by its settings: %s",
  async (file, text) => {
    const other = await Editor.open(folder, settings);
    expect(await other.marks(file, text)).toEqual([]);
    const wrong = (await other.marks(`experiments/deep/${basename(file)}`, `${text}tagz: []\n`)).map(
      ({ message }) => message,
    );
    expect(wrong).toEqual(["Property tagz is not allowed."]);
    await other.close();
  },
);

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { App, TerraformStack } from "cdktf";
import fc from "fast-check";
import { readRequest } from "../../lib/applier/read-request";
import { sha256 } from "../../lib/entity/sha256";
import { commandText } from "../../lib/protocol/command";
import type { Request } from "../../lib/protocol/request-file";
import { opaqueIn } from "../../lib/value/value";
import { anyCharacter } from "../support/any-character";
import { aMetricSource, anExperiment, anIngestionSource, aPromptVersion, type Build } from "../support/samples";

/** Constructs with a text in their names, in the paths of their calls, and inside their fields. */
const builds: readonly ((text: string) => Build)[] = [
  (text) => anExperiment({ description: text, groups: [{ name: text, size: 100, parameterValues: { colour: text } }] }),
  (text) => aMetricSource({ name: text, sql: text, customFieldMapping: [{ key: "k", formula: text }] }),
  (text) => anIngestionSource({ source_name: text, query: text }),
  (text) => aPromptVersion({ promptID: text, prompts: [{ role: "system", content: text }] }),
];

/** Text that somebody may have crafted to change more than its own field. */
const crafted = [
  "../../../../etc/passwd",
  "..\\..\\windows",
  "%2e%2e%2f",
  "?admin=true#",
  "__proto__",
  '{"__proto__":{"polluted":true}}',
  `\${file("/etc/passwd")}`,
  "$${x}%%{y}",
  `%{ for x in [1] }\${x}%{ endfor }`,
  "$(touch /tmp/crafted)",
  "'; touch /tmp/crafted #",
  '" && touch /tmp/crafted && "',
  "value\r\nX-Admin: true",
  "nul\u0000byte",
  "\u202egnp.exe",
  "e\u0301",
  "null",
  "x".repeat(500),
];

const anyText = fc
  .string({ unit: anyCharacter, minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() !== "" && ![".", ".."].includes(text));

const PLACE = "PLACE";

const usual = synthesised(PLACE);

// test/entity/call-body.test.ts has what becomes of them in a path
test("a crafted value changes nothing but its own field", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { requests, commands, strangers } = synthesised(text);

      expect(requests.map(sent)).toEqual(usual.requests.map((request) => replaced(sent(request), text)));
      expect(requests.flatMap(({ fields }) => opaqueIn(fields))).toEqual([]);
      expect(commands.map(withoutFile)).toEqual(usual.commands.map(withoutFile));
      expect(strangers).toEqual([]);
    }),
    { examples: crafted.map((text): [string] => [text]), numRuns: crafted.length + 12 },
  );
});

/** What synth writes for a stack with these constructs. */
function synthesised(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "crafted-"));
  try {
    const app = new App({ outdir: folder });
    const stack = new TerraformStack(app, "stack");
    for (const build of builds) build(text)(stack);
    app.synth();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
    const read = (file: string) => readFileSync(join(folder, file), "utf8");
    const requestFiles = files.filter((file) => /^stacks\/stack\/requests\/[\w.-]+\.json$/.test(file));
    const requests = new Map(requestFiles.map((file) => [file, requestIn(join(folder, file), read(file))]));
    return {
      requests: [...requests.values()].sort((one, other) => (one.construct < other.construct ? -1 : 1)),
      commands: commandsIn(read("stacks/stack/cdk.tf.json")),
      /** Files that synth does not write. */
      strangers: files.filter(
        (file) => !requests.has(file) && !/^(manifest\.json|stacks\/stack\/(cdk\.tf\.json|assets\/.*))$/.test(file),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function requestIn(file: string, content: string): Request {
  return readRequest(commandText("create", sha256(content), file)).request;
}

/** The commands of a stack's provisioners, in the order of their constructs. */
function commandsIn(json: string): string[] {
  const { resource } = JSON.parse(json) as {
    readonly resource: {
      readonly null_resource: Readonly<Record<string, { provisioner?: { "local-exec": { command: string } }[] }>>;
    };
  };
  return Object.values(resource.null_resource)
    .flatMap(({ provisioner = [] }) => provisioner.map(({ "local-exec": { command } }) => command))
    .sort();
}

/** A command without the digest and the name of its file, and without the address of its record, which depend on the text. */
function withoutFile(command: string): string {
  return command
    .replace(/[0-9a-f]{64} requests\/[\w.-]+\.json/g, "<file>")
    .replace(/null_resource\.[\w-]+\.triggers/g, "<record>.triggers");
}

function sent({ fields, steps }: Request): object {
  return { fields, steps };
}

/** The value with the text in place of the placeholder. */
function replaced(value: unknown, text: string): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => (inner === PLACE ? text : inner)) as unknown;
}

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { App, TerraformStack } from "cdktf";
import fc from "fast-check";
import { type Kind, kinds } from "../../lib/api/kinds";
import { readRequest } from "../../lib/applier/read-request";
import { type PlannedCall, plannedCalls } from "../../lib/entity/call-body";
import { deferredIn } from "../../lib/entity/deferred-value";
import { sha256 } from "../../lib/entity/sha256";
import { commandText } from "../../lib/protocol/command";
import type { Request } from "../../lib/protocol/request-file";
import { anyCharacter } from "../support/any-character";
import { constructOf, samples } from "../support/samples";

/** Of each kind, paths to places where any text is allowed, and what the sample lacks for them. */
const places: Readonly<Record<Kind, readonly [paths: string, props?: object]>> = {
  experiment: [
    "description hypothesis idType layerID targetingGateID tags.0 links.0.url groups.0.name groups.0.parameterValues.colour",
    { links: [{}], tags: ["a"] },
  ],
  metric_source: [
    "name sql timestampColumn idTypeMapping.0.column customFieldMapping.0.formula",
    { customFieldMapping: [{ key: "k" }] },
  ],
  assignment_source: ["name sql groupIDColumn description"],
  segment: ["description idType rules.0.name rules.0.conditions.0.targetValue.0"],
  ingestion_source: ["source_name query column_mapping.unit_id", { column_mapping: {} }],
  prompt_version: [
    "promptID prompts.0.content model workflow_headers.0.value",
    { workflow_headers: [{ name: "X-Team" }] },
  ],
};

/** Text that somebody may have crafted to change more than its own field. */
const crafted = fc
  .oneof(
    fc.constantFrom(
      "../../../../etc/passwd",
      "..\\..\\windows",
      "/etc/passwd",
      "C:\\con",
      "%2e%2e%2f",
      "a/../../b",
      "?admin=true#",
      "__proto__",
      "constructor",
      '{"__proto__":{"polluted":true}}',
      `\${file("/etc/passwd")}`,
      "$${x}%%{y}",
      `%{ for x in [1] }\${x}%{ endfor }`,
      "$(touch /tmp/crafted)",
      "`touch /tmp/crafted`",
      "'; touch /tmp/crafted #",
      '" && touch /tmp/crafted && "',
      "value\r\nX-Admin: true",
      "value\nX-Admin: true",
      "nul\u0000byte",
      "\u202egnp.exe",
      "e\u0301",
      "~0~1~",
      "null",
      "[1,2]",
      "x".repeat(500),
    ),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== ""),
  )
  .filter((text) => ![".", ".."].includes(text));

const PLACE = "PLACE";

const usual = synthesised(PLACE);

test("a crafted value changes nothing but its own field", () => {
  fc.assert(
    fc.property(crafted, (text) => {
      const { requests, commands, strangers } = synthesised(text);

      expect(requests.map(sent)).toEqual(usual.requests.map((request) => replaced(sent(request), text)));
      expect(requests.flatMap(({ fields }) => deferredIn(fields))).toEqual([]);
      for (const call of requests.flatMap((request) => plannedCalls(request, "service"))) {
        expect(segmentsOf(call)).toBe(call.step.path.split("/").length);
      }
      expect(commands.map(withoutFile)).toEqual(usual.commands.map(withoutFile));
      expect(strangers).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test.each(["", ".", ".."])("a name %j, which is not valid as a URL path segment, is refused", (name) => {
  expect(() => synthesised(name)).toThrow('allowed: text other than "", "." and ".."');
});

/** A stack with a construct of each kind, which holds the text in all its places. */
function synthesised(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "crafted-"));
  try {
    const app = new App({ outdir: folder });
    const stack = new TerraformStack(app, "stack");
    for (const kind of kinds) {
      const [paths, props] = places[kind];
      const sample = { ...samples[kind].sample, ...props };
      const changed = paths.split(" ").reduce<object>((sofar, path) => put(sofar, path.split("."), text), sample);
      constructOf(kind, stack, kind, changed);
    }
    app.synth();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
    const read = (file: string) => readFileSync(join(folder, file), "utf8");
    const requestFiles = files.filter((file) => /^stacks\/stack\/requests\/[\w.-]+\.json$/.test(file));
    const requests = new Map(requestFiles.map((file) => [file, requestIn(join(folder, file), read(file))]));
    const byConstruct = new Map([...requests.values()].map((request) => [request.construct, request]));
    return {
      requests: kinds.map((kind) => byConstruct.get(`stack/${kind}`) as Request),
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

/** How many segments the URL of a call has when it is sent. */
function segmentsOf({ path }: PlannedCall): number {
  const { pathname, search, hash, host } = new URL(`https://service.example${path}`);
  expect([search, hash, host]).toEqual(["", "", "service.example"]);
  return pathname.split("/").length;
}

/** The value with the text at that path. */
function put(value: unknown, [step = "", ...rest]: readonly string[], text: string): object {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[step] = rest.length === 0 ? text : put(copy[step], rest, text);
  return copy;
}

/** The value with the text in place of the placeholder. */
function replaced(value: unknown, text: string): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => (inner === PLACE ? text : inner)) as unknown;
}

import { readdirSync } from "node:fs";
import fc from "fast-check";
import { anyCharacter } from "../support/any-character";
import { aMetricSource, anExperiment, anIngestionSource, aPromptVersion, together } from "../support/samples";
import { synth } from "../terraform/synth";

/** Text that somebody may have crafted to change more than its own field. */
const crafted = [
  "../../../../etc/passwd",
  "..\\..\\windows",
  "?admin=true#%2e%2e%2f",
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
      const { requests, commands, files } = synthesised(text);

      expect(requests).toEqual(usual.requests.map((request) => replaced(request, text)));
      expect(commands).toEqual(usual.commands);
      expect(files).toEqual(usual.files);
    }),
    { examples: crafted.map((text): [string] => [text]), numRuns: crafted.length + 12 },
  );
});

/** What synth makes of constructs with a text in their names, in the paths of their calls, and inside their fields. */
function synthesised(text: string) {
  const groups = [{ name: text, size: 100, parameterValues: { colour: text } }];
  const stack = synth(
    together(
      anExperiment({ description: text, groups }),
      aMetricSource({ name: text, sql: text, customFieldMapping: [{ key: "k", formula: text }] }),
      anIngestionSource({ source_name: text, query: text }),
      aPromptVersion({ promptID: text, prompts: [{ role: "system", content: text }] }),
    ),
  );
  const made = stack.resourceNames.map((name) => ({
    command: stack.resource(name).provisioner?.[0]?.["local-exec"].command ?? "",
    ...stack.requestOf(name),
  }));
  return {
    requests: made
      .map(({ construct, fields, steps, deferred }) => ({ construct, fields, steps, deferred }))
      .sort(byText),
    // without the digest and the name of the file, and without the address of the record, which depend on the text
    commands: made
      .map(({ command }) =>
        command.replace(/[0-9a-f]{64} requests\/[\w.-]+\.json|null_resource\.[\w-]+\.triggers/g, "*"),
      )
      .sort(),
    // every request has a name of the same signs, whatever the text
    files: readdirSync(stack.directory, { recursive: true, encoding: "utf8" })
      .map((file) => file.replace(/^requests\/[\w.-]+\.json$/, "requests/*.json"))
      .sort(),
  };
}

function byText(one: object, other: object): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

/** The value with the text in place of the placeholder. */
function replaced(value: unknown, text: string): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => (inner === PLACE ? text : inner)) as unknown;
}

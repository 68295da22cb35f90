import * as fc from "fast-check";
import type { ZodType } from "zod";
import { stepInto, unwrap } from "../../lib/api/field-types";
import type { Kind } from "../../lib/api/kind";
import type { KindName } from "../../lib/api/kind-names";
import { kindOf, kinds } from "../../lib/api/kinds";
import { settingsOf } from "../../lib/emulator/options";
import { EmulatedService } from "../../lib/emulator/service";
import { plannedCalls } from "../../lib/entity/call-body";
import { entityOf } from "../../lib/entity/entity";
import { differencesFromRecord } from "../../lib/records/comparison";
import type { RecordFields } from "../../lib/records/record-identity";
import { parseRecords } from "../../lib/records/service-records";
import { pathText } from "../../lib/text/names";
import { leavesOf } from "../../lib/value/diff";
import { type Fields, mapped, Opaque, replaceOpaque } from "../../lib/value/value";
import { identityOf, propsOf } from "../e2e/random-props";

const NOT_SHOWN = "(not shown)";

type RecordDifference = Readonly<Partial<Record<"path" | "declared" | "actual", unknown>>>;

/** The smallest differences, with what of them can be read. */
function compared(kind: string, declared: unknown, record: unknown): readonly RecordDifference[] {
  const found = differencesFromRecord(kindOf(kind) as Kind, declared as Fields, record as RecordFields);
  return found.flatMap(leavesOf).map(({ path, before, after }) => ({
    path: pathText(path),
    ...(after !== undefined && { declared: replaceOpaque(after, () => undefined) }),
    ...(before !== undefined && { actual: replaceOpaque(before, () => NOT_SHOWN) }),
  }));
}

/** A difference as text: `status: "active", not "setup"`. What only one side has stands alone. */
function said({ path, declared, actual }: RecordDifference): string {
  const [ours, theirs] = [declared, actual].map((value) => JSON.stringify(value));
  return `${path}: ${[ours, theirs && `not ${theirs}`].filter((text) => text !== undefined).join(", ")}`;
}

const fromTerraform = Opaque.deferred([{ terraform: 0 }]);
const aSecret = Opaque.deferred(["Bearer ", { environment: "TOKEN" }]);
/** A group of the id, with these parameters. */
const group = (id: string, parameterValues: unknown) => ({ id, size: 50, parameterValues });
const [control, green] = [group("control", { steps: 4 }), group("green", { steps: 2 })];

// of the forms that say the same, the property below has all that any record may have
test.each<[rule: string, field: string, declared: unknown, recorded: unknown, kind?: KindName]>([
  ["null, as undeclared", "creatorID", null, "u-17"],
  ["null in a group, as undeclared", "groups", [{ id: "a", size: null }], [{ id: "a", size: 1 }]],
  ["null, where both say none", "targetingGateID", null, null],
  ["an empty text and null", "description", "", null],
  ["an empty list and null", "tags", [], null],
  ["what Terraform gives", "groups", [{ id: fromTerraform, size: 50 }], [control]],
  ["what Terraform gives, in a list of texts", "tags", [fromTerraform, "b", "a"], ["a", "b", "c"]],
  ["a text and its number", "defaultConfidenceInterval", "95", 95],
  ["a target app as text and as a list", "targetApps", "web", ["web"]],
  ["an instant in several forms", "analysisEndTime", "2026-12-18", "2026-12-18T01:00:00.000+01:00"],
  ["seconds and milliseconds", "externalEvents", [{ timestamp: 1_766_016_000 }], [{ timestamp: 1_766_016_000_000 }]],
  [
    "groups by name, where the service gives the ids",
    "groups",
    ["A", "B"].map((name) => ({ name })),
    ["B", "A"].map((name) => ({ name, id: name })),
  ],
  [
    "elements of which the record shows a part, which fits several",
    "assignmentSourceFilters",
    [{ column: "x" }, { column: "y", values: ["1"] }],
    [{ values: ["1"] }, { column: "x" }],
  ],
  ["scores, which the service adds up", "manualQualityScores", [{ criteriaName: "a", weight: 1 }], []],
  ["what tells the entity", "id", "checkout", "another"],
  ["the prompt, which no record names", "promptID", "bot", undefined, "prompt_version"],
  ["a secret", "auth_workflow_headers", [{ value: aSecret }], [{ value: "s3cr3t" }], "prompt_version"],
  [
    "a secret in the code",
    "workflow_headers",
    [{ name: "Authorization", value: "old" }],
    [{ name: "Authorization", value: "new" }],
    "prompt_version",
  ],
])("is the same: %s", (_, field, declared, recorded, kind = "experiment") => {
  expect(compared(kind, { [field]: declared }, { [field]: recorded })).toEqual([]);
});

const [one, other] = ["2026-12-18", "2026-12-18T01:00Z"];
/** Groups with these parameters, which are data of the user's, and where the difference is then. */
const of = (values: object) => [group("a", values)];
const IN = "[0].parameterValues";
// where the code has a secret, a text of the record that may be it is not shown
const withSecret = group("control", { token: aSecret, steps: 4 });
const secretly = (id: string, values: object) => group(id, { token: "s3cret", ...values });
const shown = JSON.stringify;

test.each<[what: string, field: string, declared: unknown, recorded: unknown, ...differences: readonly string[]]>([
  ["a value that was taken away", "team", "growth", null, ': "growth", not null'],
  ["a gate, where none is declared", "targetingGateID", null, "beta", ': null, not "beta"'],
  [
    "a group that stands elsewhere",
    "groups",
    [control, green],
    [{ ...green, size: 3 }, control],
    "[1].size: 50, not 3",
  ],
  ["a group more", "groups", [control], [green, control], `[0]: not ${shown(green)}`],
  ["a group less", "groups", [control, green], [control], `[1]: ${shown(green)}`],
  ["a text of a list", "tags", ["a", "b"], ["b", "c"], '[0]: "a", not "c"'],
  ["a text less, beside Terraform's", "tags", [fromTerraform, "a"], ["a"], "[0]: "],
  ["another target app", "targetApps", "web", ["ios"], ': "web", not ["ios"]'],
  ["another instant", "analysisEndTime", one, other, `: "${one}", not "${other}"`],
  ["the type of a parameter", "groups", of({ a: 4 }), of({ a: "4" }), `${IN}.a: 4, not "4"`],
  ["its order", "groups", of({ a: [1, 2] }), of({ a: [2, 1] }), `${IN}.a[0]: 1, not 2`, `${IN}.a[1]: 2, not 1`],
  ["its length", "groups", of({ a: [1] }), of({ a: [1, 2] }), `${IN}.a: [1], not [1,2]`],
  ["a parameter more", "groups", of({ a: 4 }), of({ a: 4, b: "red" }), `${IN}.b: not "red"`],
  [
    "an element with a secret, of another name",
    "groups",
    [withSecret],
    [secretly("renamed", {})],
    `[0]: ${shown(group("control", { steps: 4 }))}`,
    `[0]: not ${shown(group("renamed", { token: NOT_SHOWN }))}`,
  ],
  [
    "a text under another key than the secret, and in another element",
    "groups",
    [withSecret, green],
    [secretly("control", { steps: 4, old: "s3cret" }), secretly("green", { steps: 2 })],
    `${IN}.old: not "${NOT_SHOWN}"`,
    `[1].parameterValues.token: not "${NOT_SHOWN}"`,
  ],
  [
    "data with a secret, in another shape",
    "groups",
    of({ auth: { token: aSecret } }),
    of({ auth: ["s3cret", { name: "s3cret" }, 7] }),
    `${IN}.auth: {}, not ${shown([NOT_SHOWN, { name: NOT_SHOWN }, 7])}`,
  ],
  [
    "a secret in another place of a list",
    "groups",
    of({ hosts: [aSecret, "x"] }),
    of({ hosts: ["x", "s3cret"] }),
    `${IN}.hosts[1]: "x", not "${NOT_SHOWN}"`,
  ],
  ["a secret paired for want of another", "tags", [aSecret, "x"], ["y", "s3cret"], `[1]: "x", not "${NOT_SHOWN}"`],
])("differs: %s", (_, field, declared, recorded, ...differences) => {
  const found = compared("experiment", { [field]: declared }, { [field]: recorded });
  expect(found.map(said)).toEqual(differences.map((each) => `${field}${each}`));
});

test("a header that authenticates differs by its name alone, and what is no header does not", () => {
  const auth_workflow_headers = [{ name: "X-Key", value: "s3cr3t" }];
  expect(compared("prompt_version", { auth_workflow_headers: [] }, { auth_workflow_headers })).toEqual([
    { path: "auth_workflow_headers[0]", actual: { name: "X-Key" } },
  ]);
  expect(compared("prompt_version", { id: "v1" }, { auth_workflow_headers: [null] })).toEqual([]);
});

/** What the emulator answers to the first deploy of random props, and what it has of the entity then. */
function deployed(kind: Kind, props: object): { fields: Fields; answers: unknown[]; stored: RecordFields } {
  const fields = JSON.parse(JSON.stringify({ ...props, ...identityOf(kind, "one") })) as Fields;
  const service = new EmulatedService(kinds, settingsOf({ vendor: "acme" }));
  const entity = entityOf({ construct: "stack/it", kind, fields, acknowledged: [] });
  const answers = plannedCalls(entity, "acme")
    .filter(({ atFirstDeploy }) => atFirstDeploy)
    .map(({ body, ...call }) => service.respond({ ...call, content: { value: JSON.parse(JSON.stringify(body)) } }));
  expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  return { fields, answers: answers.map(({ body }) => body), stored: service.records[0]?.data ?? {} };
}

/** The record that is read from what a service shows. */
function recordIn(kind: Kind, shown: unknown): RecordFields {
  const texts = [{ name: "answers.json", text: JSON.stringify(shown), kind: kind.name }];
  const { records, unread } = parseRecords(texts, { promptId: "one" });
  expect([records.length, unread]).toEqual([1, []]);
  return records[0]?.fields ?? {};
}

describe.each(kinds.map((kind) => [kind.name, kind] as const))("%s:", (_, kind) => {
  const identity = identityOf(kind, "one");
  const props = propsOf(kind, ["dryRun", ...Object.keys(identity)]);

  test("what the emulator answers and has of what was deployed is the same, in every harmless form", () => {
    fc.assert(
      fc.property(props, fc.infiniteStream(fc.nat(5)), (given, dice) => {
        const { fields, answers, stored } = deployed(kind, given);
        const other = harmless(stored, kind.fields, () => Number(dice.next().value) === 0) as RecordFields;
        // what tells the entity, and its kind, stays
        for (const shown of [...answers, answers, { ...other, ...identity }]) {
          expect(differencesFromRecord(kind, fields, recordIn(kind, shown))).toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("any value that is changed by hand is found", () => {
    fc.assert(
      fc.property(props, fc.nat(), (given, seed) => {
        const { fields, stored } = deployed(kind, given);
        const record = recordIn(kind, stored);
        const leaves: Place[] = [];
        mapped(fields, (_, path) => leaves.push(path));
        const places = leaves.filter((path) => isCompared(kind, fields, path));
        const place = places[seed % places.length];
        if (place === undefined) return;
        const changed = withChange(record, place);
        const found = differencesFromRecord(kind, fields, changed).map(({ path }) => path[0]);
        expect([place, [...new Set(found)]]).toEqual([place, [place[0]]]);
      }),
      { numRuns: 40 },
    );
  });
});

type Place = readonly (string | number)[];

function isCompared({ identity }: Kind, fields: Fields, [name = "", ...inner]: Place): boolean {
  if (identity.includes(String(name)) || name === "manualQualityScores") return false;
  const at = (path: Place, value: unknown) =>
    path.reduce<unknown>((inside, step) => (inside as RecordFields | null | undefined)?.[step] ?? null, value);
  // what null means depends on the field: the table above has it; an element without the value may be the changed one
  const values = [name, ...inner].flatMap((_, index, path) => {
    const list = at(path.slice(0, index), fields);
    return Array.isArray(list) ? list.map((element) => at(path.slice(index + 1), element)) : [at(path, fields)];
  });
  return !values.includes(null) && !/workflow_headers$/.test(String(name)) && inner[0] !== "id";
}

/** A value in another form that says the same, or less. Data of the user's, without a schema, only ever says less. */
function harmless(value: unknown, schema: ZodType | undefined, isChosen: () => boolean): unknown {
  const inside = (step: string | number) => (schema === undefined ? undefined : stepInto(schema, step));
  if (Array.isArray(value)) {
    if (schema === undefined) return value;
    const elements = value.map((element) => harmless(element, inside(0) ?? schema, isChosen));
    if (elements.length === 1 && typeof elements[0] === "string" && isChosen()) return elements[0];
    return isChosen() ? elements.reverse() : elements;
  }
  if (typeof value === "object" && value !== null) {
    const isData = schema === undefined || unwrap(schema).def.type !== "object";
    const kept = Object.entries(value).filter(([name]) => /^(id|name|key)$/.test(name) || !isChosen());
    return {
      ...Object.fromEntries(kept.map(([name, inner]) => [name, harmless(inner, inside(name), isChosen)])),
      ...(isData ? {} : { addedByTheService: 1 }),
    };
  }
  if (typeof value === "number" && schema !== undefined && isChosen()) return String(value);
  if (typeof value !== "string" || !isChosen()) return value;
  return `${value.normalize("NFD").replaceAll(/\r\n?|\n/g, " \r\n")} \n`;
}

/** The record with another value at a place. */
function withChange(record: RecordFields, place: Place): RecordFields {
  return mapped(record as Fields, (value, path) => {
    if (pathText(path) !== pathText(place)) return value;
    if (typeof value === "number") return value === 7 ? 8 : 7;
    return typeof value === "boolean" ? !value : `${String(value)}x`;
  }) as RecordFields;
}

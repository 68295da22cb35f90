import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import type * as z from "zod";
import { Include, InvalidDefinitionsError } from "../../lib";
import { unwrap } from "../../lib/api/field-types";
import { constructNameOf, requiredFields } from "../../lib/api/kind";
import { kinds } from "../../lib/api/kinds";
import { canHaveDefault } from "../../lib/definitions/kind-defaults";
import { unsendable } from "../../lib/entity/steps";
import { settingsSchema } from "../../lib/terraform/props/construct-props";
import { pathText } from "../../lib/text/names";
import type { Fields } from "../../lib/value/value";
import { emptyStack, outputDirectory } from "../terraform/synth";
import { ROOT } from "./project";

function validator(name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  // what editors offer, and no rule
  ajv.addVocabulary(["defaultSnippets"]);
  ajv.addFormat("date", (text) => {
    const date = new Date(`${text}T00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}T`);
  });
  return ajv.compile(JSON.parse(readFileSync(join(ROOT, `schemas/${name}.json`), "utf8")) as object);
}

/** Values on both sides of every bound that a schema has, and one of each type. */
const values: readonly unknown[] = [
  ...["", "a", "é".repeat(2), "abz", "AZ09_-. ", "a\n", "2026-12-18", "2026-02-30", "2026-2-3", "2026-12-18T00:00"],
  ...[2, 3, 100, 101, 1000, 1001].map((count) => "😀".repeat(count)),
  ...[2, 3, 100, 101].map((count) => "a".repeat(count)),
  ...[-1, 0, 0.5, 1, 1.5, 2, 6, 7, 23, 24, 100, 100.5, 2 ** 63, 2 ** 63 - 1024, -(2 ** 63), 1e300],
  ...[null, true, [], ["a"], Array(10).fill({}), Array(11).fill({}), {}, { a: 1 }],
];

interface Place {
  readonly path: readonly PropertyKey[];
  readonly schema: z.ZodType;
}

/** Every value in an object, those in lists and in objects as well. */
function placesIn(schema: z.ZodType): Place[] {
  const at = unwrap(schema);
  const inside = (step: PropertyKey, inner: unknown) =>
    [{ path: [], schema: inner as z.ZodType }, ...placesIn(inner as z.ZodType)].map((place) => ({
      ...place,
      path: [step, ...place.path],
    }));
  switch (at.def.type) {
    case "object":
      return Object.entries((at as z.ZodObject).shape).flatMap(([field, inner]) => inside(field, inner));
    case "array":
      return inside(0, (at as z.ZodArray).element);
    case "union":
      return (at as z.ZodUnion).options.flatMap((option) => placesIn(option as z.ZodType));
    default:
      return [];
  }
}

function holding(path: readonly PropertyKey[], value: unknown): object {
  return path.reduceRight<unknown>(
    (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }),
    value,
  ) as object;
}

/** The values that a place is tried with: all of these, and its own words. */
function triedAt(schema: z.ZodType): readonly unknown[] {
  const at = unwrap(schema);
  return at.def.type === "enum" ? [...values, ...(at as z.ZodEnum).options] : values;
}

const path = join(outputDirectory(), "x.json");

/** Whether an Include has no problem at a place of a definition. */
function isTaken(definition: string, place: string): boolean {
  writeFileSync(path, definition);
  try {
    new Include(emptyStack(), "files", { path });
    return true;
  } catch (error) {
    if (!(error instanceof InvalidDefinitionsError)) throw error;
    // what a call needs besides is no matter of this place
    const message = error.message.replaceAll(/^.*: required with it: .*$/gm, "");
    return ![": ", ".", "["].some((end) => message.includes(` ${place}${end}`));
  }
}

const validateEntity = validator("entity");
const validateDefaults = validator("defaults");

describe.each(kinds.map((kind) => [constructNameOf(kind.name), kind] as const))("%s", (name, kind) => {
  /** What zod has for a definition of the kind. */
  const rules = kind.fields.extend(settingsSchema(kind).omit({ service: true, dependsOn: true }).shape);
  const validate = validator(kind.name);
  const others = Object.keys(rules.shape).filter((field) => canHaveDefault(kind, field));
  /** Of a definition that may take the rest from defaults. */
  const rulesOfRest = rules.partial(Object.fromEntries(others.map((field) => [field, true])) as never);
  const least = Object.fromEntries(
    requiredFields(rules).map((field) => {
      const schema = rules.shape[field] as z.ZodType;
      return [field, triedAt(schema).find((value) => value !== "" && schema.safeParse(value).success)];
    }),
  );

  test("its JSON Schema accepts what zod accepts, and nothing else", () => {
    const tried = placesIn(rules).flatMap(({ path, schema }) =>
      triedAt(schema).map((value) => ({ ...least, ...holding(path, value) })),
    );
    for (const fields of [{}, { ...least, unknown: 1 }, ...tried]) {
      const isNamed = Object.entries(fields).every(([field, value]) => value !== "" || !kind.identity.includes(field));
      const known = Object.entries(fields).filter(([field]) => Object.hasOwn(kind.fields.shape, field));
      // the only call that takes one of the fields may need others, too
      const { missing = [] } = unsendable(kind, Object.fromEntries(known) as Fields) ?? {};
      const isComplete = missing.every((field) => others.includes(field));
      const isValid = isNamed && rulesOfRest.safeParse(fields).success && isComplete;
      const definition = { kind: name, ...fields };
      expect([fields, validate(definition)]).toEqual([fields, isValid]);
    }
    expect([validate(least), validate({ ...least, kind: "Other" })]).toEqual([false, false]);
    expect(["../experiment.json", 5].map(($schema) => validate({ $schema, kind: name, ...least }))).toEqual([
      true,
      false,
    ]);
  });

  test("a list has a definition in each element", () => {
    const definition = { kind: name, ...least };
    const lists = [[], [definition, definition], [definition, { kind: name, unknown: 1 }], [[definition]]];
    for (const each of [validate, validateEntity])
      expect(lists.map((list) => each(list))).toEqual([true, true, false, false]);
  });

  test("the schema of defaults has the fields that can have one, with their values", () => {
    for (const [field, schema] of Object.entries(rules.shape)) {
      const tried = triedAt(schema as z.ZodType);
      const taken = tried.filter((value) => validateDefaults({ [name]: { [field]: value } }));
      const valid = tried.filter((value) => rules.partial().safeParse({ [field]: value }).success);
      expect([field, taken]).toEqual([field, others.includes(field) ? valid : []]);
    }
    expect(validateDefaults({ $schema: "x", [name]: {} })).toBe(true);
  });

  test("the schema of all kinds has its rules, and tells a mistake by that kind alone", () => {
    const changes = [{}, { unknown: 1 }, { adopt: "yes" }, { kind: "Other" }];
    const errors = changes.map((change) => {
      validateEntity({ kind: name, ...least, ...change });
      return (validateEntity.errors ?? []).map(({ keyword }) => keyword);
    });
    expect(errors).toEqual([[], ["additionalProperties", "if", "if"], ["type", "if", "if"], ["enum", "if"]]);
  });

  test("its environments take the same values for all but what is the same in each", () => {
    const id = kind.identity.includes("id") ? { id: "one_page" } : {};
    const validIn = (changes: object) => validate({ kind: name, ...least, ...id, environments: { staging: changes } });
    expect([validIn({ description: "Other words." }), validIn({ acknowledge: ["ramp"] })]).toEqual([
      "description" in rules.shape,
      true,
    ]);
    const [field = ""] = kind.identity;
    const refused = [{ kind: name }, { [field]: "other" }, { adopt: true }, { unknown: 1 }, { acknowledge: 1 }, null];
    expect(refused.map((changes) => validIn(changes as object))).toEqual(refused.map(() => false));
  });

  test("it takes a value from the environment where an Include does", () => {
    const secret = { fromEnvironment: "NAME" };
    const places = placesIn(rules).map(({ path }) => path);
    const differing = places.filter((path) => {
      const definition = holding(path, secret);
      validate({ kind: name, ...definition });
      const pointer = path.map((step) => `/${String(step)}`).join("");
      const isInSchema = !validate.errors?.some(({ instancePath }) => instancePath.startsWith(pointer));
      return isInSchema !== isTaken(JSON.stringify({ kind: name, ...definition }), pathText(path));
    });
    expect(differing.map(pathText)).toEqual([]);
  });
});

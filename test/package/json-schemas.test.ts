import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import fc from "fast-check";
import type * as z from "zod";
import { Include, InvalidDefinitionsError } from "../../lib";
import { pathText } from "../../lib/api/field-path";
import { constructNameOf, type Resource, requiredFields } from "../../lib/api/resource";
import { resources } from "../../lib/api/resources";
import { unwrap } from "../../lib/api/schema-walk";
import { settingsSchema } from "../../lib/terraform/declare/construct-settings";
import { emptyStack } from "../terraform/synth";
import { ROOT } from "./installed";

/** The schema that the build has written. */
function written(name: string): object {
  return JSON.parse(readFileSync(join(ROOT, `schemas/${name}.json`), "utf8")) as object;
}

/** A real validator. */
function validator(name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && isDayOfCalendar(new Date(text), text);
  ajv.addFormat("date", isDay);
  return ajv.compile(written(name));
}

/** What zod has for a definition of a kind. */
function rulesOf(resource: Resource): z.ZodObject {
  return resource.fields.extend(settingsSchema(resource).omit({ service: true }).shape);
}

function isDayOfCalendar(date: Date, text: string): boolean {
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const text = fc.oneof(
  fc.constantFrom("2026-12-18", "2026-02-30", "2026-2-3", "2026-12-18T00:00"),
  fc.string({ unit: "binary", maxLength: 5 }),
  fc.string({ unit: fc.constantFrom(..."abzAZ09_-. é😀\n"), maxLength: 5 }),
  fc
    .tuple(fc.constantFrom("a", "😀", "é"), fc.constantFrom(2, 3, 100, 101, 1000, 1001))
    .map(([each, count]) => each.repeat(count)),
);
const number = fc.oneof(
  fc.constantFrom(-1, 0, 0.5, 1, 1.5, 2, 6, 7, 23, 24, 100, 100.5, 2 ** 63, 2 ** 63 - 1024, -(2 ** 63), 1e300),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Values that are about as often right as wrong. */
function valueFor(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: fittingOf(schema), weight: 20 },
    { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 },
  );
}

function fittingOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { def } = schema;
  const inner = () => fittingOf((def as { innerType?: z.ZodType }).innerType ?? schema);
  switch (def.type) {
    case "string":
      return text;
    case "number":
      return number;
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...Object.values((def as z.core.$ZodEnumDef).entries), "other");
    case "nullable":
      return fc.option(inner());
    case "union":
      return fc.oneof(...(def as z.core.$ZodUnionDef).options.map((option) => fittingOf(option as z.ZodType)));
    case "array":
      return fc.array(valueFor((def as z.core.$ZodArrayDef).element as z.ZodType), { maxLength: 2 });
    case "record":
      return fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });
    case "object":
      return objectOf(schema as z.ZodObject);
    default:
      return inner();
  }
}

function objectOf({ shape }: z.ZodObject, required: readonly string[] = []): fc.Arbitrary<object> {
  const fields = Object.keys(shape);
  return fc
    .tuple(fc.subarray(fields, { maxLength: Math.min(3, fields.length) }), fc.boolean(), fc.nat(9))
    .chain(([chosen, isWhole, other]) => {
      const names = new Set([...chosen, ...(isWhole ? required : [])]);
      const values = Object.fromEntries([...names].map((name) => [name, valueFor(shape[name] as z.ZodType)]));
      return fc.record({ ...values, ...(other === 0 && { unknown: fc.constant(1) }) });
    });
}

/** The path of every value in an object, those in lists and in objects as well. */
function placesIn(schema: z.ZodType): PropertyKey[][] {
  const at = unwrap(schema);
  const { def } = at;
  if (def.type === "object")
    return Object.entries((at as z.ZodObject).shape).flatMap(([field, inner]) => [
      [field],
      ...placesIn(inner as z.ZodType).map((path) => [field, ...path]),
    ]);
  if (def.type === "array")
    return [[0], ...placesIn((def as z.core.$ZodArrayDef).element as z.ZodType).map((path) => [0, ...path])];
  return def.type === "union" ? [[0]] : [];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "json-schemas-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Whether an Include has no problem at a place of a definition. */
function isTaken(definition: string, place: string): boolean {
  const path = join(folder, "x.json");
  writeFileSync(path, definition);
  try {
    new Include(emptyStack(), "files", { path });
    return true;
  } catch (error) {
    if (!(error instanceof InvalidDefinitionsError)) throw error;
    const { message } = error;
    return ![": ", ".", "["].some((end) => message.includes(` ${place}${end}`));
  }
}

const validateEntity = validator("entity");

test("a list has the bound that zod has", () => {
  const list = (length: number) => Array.from({ length }, () => ({}));
  const isValid = (length: number) =>
    validateEntity({ kind: "Experiment", name: "checkout", manualQualityScores: list(length) });
  expect([isValid(10), isValid(11)]).toEqual([true, false]);
});

describe.each(resources.map((resource) => [constructNameOf(resource.kind), resource] as const))(
  "%s",
  (name, resource) => {
    const rules = rulesOf(resource);
    const validate = validator(resource.kind);

    test("its JSON Schema accepts what zod accepts, and nothing else", () => {
      const seen = { valid: 0, invalid: 0 };
      fc.assert(
        fc.property(objectOf(rules, requiredFields(rules)), (fields) => {
          const isValid = rules.safeParse(fields).success;
          seen[isValid ? "valid" : "invalid"]++;
          const definition = { kind: name, ...fields };
          expect([validate(definition), validateEntity(definition)]).toEqual([isValid, isValid]);
        }),
        { numRuns: 500 },
      );
      expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(10);
      expect(validate({})).toBe(false);
      expect(validate({ kind: "Other" })).toBe(false);
    });

    test("it takes a value from the environment where an Include does", () => {
      const secret = { fromEnvironment: "NAME" };
      const differing = placesIn(rules).filter((path) => {
        const definition = path.reduceRight<unknown>(
          (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }),
          secret,
        ) as object;
        validate({ kind: name, ...definition });
        const pointer = path.map((step) => `/${String(step)}`).join("");
        const isInSchema = !validate.errors?.some(({ instancePath }) => instancePath.startsWith(pointer));
        return isInSchema !== isTaken(JSON.stringify({ kind: name, ...definition }), pathText(path));
      });
      expect(differing.map(pathText)).toEqual([]);
    });

    test("it describes every field", () => {
      const bare = (schema: object): string[] =>
        Object.entries((schema as { properties?: Record<string, { description?: string }> }).properties ?? {}).flatMap(
          ([field, inner]) => [...(inner.description ? [] : [field]), ...bare(inner)],
        );
      expect(bare(written(resource.kind))).toEqual([]);
    });
  },
);

import { Token } from "cdktf";
import fc from "fast-check";
import type { z } from "zod";
import { unwrap } from "../../lib/api/field-types";
import { type Body, type Kind, requiredFields } from "../../lib/api/kind";
import { anyCharacter } from "../support/any-character";
import { troublesomeTexts } from "../terraform/texts";

/** Props of a construct, without the fields that identify it. */
export type RandomProps = Readonly<Record<string, unknown>>;

/**
 * Random props that the API accepts, with all that the calls of the kind require: any other field may be there or
 * not, and every value is drawn from the far corners of what its schema allows.
 *
 * @param left names of fields that are left out
 */
export function propsOf(kind: Kind, left: readonly string[]): fc.Arbitrary<RandomProps> {
  const [put] = kind.upsert ?? [];
  const required = [kind.fields, kind.update?.body, put?.body].flatMap((body) => body && requiredFields(body));
  return objectOf(kind.fields, (name) => !left.includes(name), new Set(required));
}

/** What identifies an entity, and its name. */
export function identityOf(kind: Kind, id: string): RandomProps {
  const names = ["name", ...kind.identity].filter((name) => name in kind.fields.shape);
  const identity = Object.fromEntries(names.map((name) => [name, id]));
  // two of its fields are enumerations
  return kind.name === "ingestion_source" ? { ...identity, dataset: "Metrics", type: "s3" } : identity;
}

function objectOf(body: Body, isWanted: (name: string) => boolean, required: ReadonlySet<string | undefined>) {
  const fields = Object.entries(body.shape as Record<string, z.ZodType>).filter(([name]) => isWanted(name));
  const values = Object.fromEntries(fields.map(([name, schema]) => [name, anyOf(schema)]));
  return fc.record(values, { requiredKeys: Object.keys(values).filter((name) => required.has(name)) });
}

function anyOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const inner = unwrap(schema);
  const some = notNull(inner);
  return schema.safeParse(null).success ? fc.option(some, { freq: 5 }) : some;
}

function notNull(schema: z.ZodType): fc.Arbitrary<unknown> {
  const isAllowed = (value: unknown) => schema.safeParse(value).success;
  switch (schema.def.type) {
    case "object":
      return objectOf(schema as Body, () => true, new Set());
    case "array":
      return fc.array(anyOf((schema as z.ZodArray).element as z.ZodType), { maxLength: 3 });
    case "record":
      return jsonObject;
    case "union":
      return fc.oneof(...(schema as z.ZodUnion).options.map((option) => anyOf(option as z.ZodType)));
    case "enum":
      return fc.constantFrom(...(schema as z.ZodEnum).options);
    case "boolean":
      return fc.boolean();
    case "number":
      return numbers.filter(isAllowed);
    case "string":
      return (isAllowed('any {"text"}') ? texts : plainTexts).filter(isAllowed);
    default:
      throw new TypeError(`no values for ${schema.def.type}`);
  }
}

const plainTexts = fc.string({ unit: fc.constantFrom(..."azAZ09_-"), minLength: 3, maxLength: 100 });

const texts = fc.oneof(
  { weight: 6, arbitrary: troublesomeTexts },
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.constantFrom(...'null|true|0|[]|{}|""|a\u0000b|\u007f|trailing $|%|`|\ufeff|é|e\u0301'.split("|")),
  fc.constantFrom(
    "\u202eright to left\u202c",
    "👩‍👩‍👧 family",
    "\\\\",
    "$$$$",
    `$\${`,
    "__proto__",
    "~1~0/",
    "x".repeat(300),
  ),
);

const numbers = fc
  .oneof(
    fc.constantFrom(0, -0, 1, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53 + 2, 0.1 + 0.2),
    fc.integer({ min: 0, max: 6 }),
    fc.integer({ min: 2, max: 100 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  // cdktf takes those of a range for tokens
  .filter((number) => !Token.isUnresolved(number));

/** What the API calls an object and says no more of. */
const jsonObject = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(texts, numbers, fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("object"),
  ),
  // keys that are the same to Terraform cannot be its own
  object: fc
    .uniqueArray(fc.tuple(texts, tie("value")), { maxLength: 4, selector: ([key]) => key.normalize("NFC") })
    .map((entries) => Object.fromEntries(entries) as unknown),
})).object;

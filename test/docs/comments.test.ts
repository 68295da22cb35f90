import type { z } from "zod";
import { stepInto } from "../../lib/api/field-types";
import { problemsOf } from "../../lib/api/problems";
import { type Prop, propGroups } from "./reference";

interface Place {
  readonly path: string;
  readonly comment: string;
  readonly schema: z.ZodType;
}

function placesOf(props: readonly Prop[], prefix: string): Place[] {
  return props.flatMap(({ name, comment, schema, fields }) => [
    { path: `${prefix}.${name}`, comment, schema },
    ...placesOf(fields, `${prefix}.${name}`),
  ]);
}

const places = propGroups().flatMap(({ name, props }) => placesOf(props, name));

/** Values beyond every bound that a field could have. */
const beyond = ["", "-".repeat(5000), -1e15, 1e15, Array.from({ length: 500 }, () => ({}))];

/** The bounds of a schema and the characters of text, as it states them itself when it refuses: "at least 3 characters". */
function rulesOf(schema: z.ZodType): string[] {
  const element = stepInto(schema, 0);
  const own = [...beyond, "a text of \u00fc"]
    .flatMap((value) => problemsOf(schema, value))
    .filter(
      ({ path, allowed }) =>
        path.length === 0 && /^(at least|at most|more than|less than) |^text of a-z.*\band [^ ]+$/.test(allowed),
    )
    .map(({ allowed }) => allowed);
  return [...own, ...(element === undefined ? [] : rulesOf(element))];
}

const bounded = places
  .map((place) => ({ ...place, rules: [...new Set(rulesOf(place.schema))] }))
  .filter(({ rules }) => rules.length > 0);

test("every prop and every field inside one has a doc comment of whole sentences", () => {
  const wanting = places.filter(({ comment }) => !/^[A-Z].*\.$/s.test(comment));

  expect(places.length).toBeGreaterThan(150);
  expect(wanting.map(({ path }) => path)).toEqual([]);
});

test.each(bounded)("the doc comment of $path names its bounds and its characters: $rules", ({ comment, rules }) => {
  for (const rule of rules) {
    const [number = ""] = /\d+/.exec(rule) ?? [];
    if (rule.startsWith("text")) expect(comment.replaceAll("`", "")).toContain(rule.replace("text of ", "of "));
    else expect(comment).toMatch(new RegExp(`\\b${number}\\b`));
  }
});

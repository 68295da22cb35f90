import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { z } from "zod";
import { problemsOf } from "../../lib/api/problems";
import { stepInto } from "../../lib/api/schema-walk";
import { type Prop, propGroups } from "../support/props";

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

/** The bounds of a schema, as it states them itself when it refuses: "at least 3 characters". */
function boundsOf(schema: z.ZodType): string[] {
  const element = stepInto(schema, 0);
  const own = beyond
    .flatMap((value) => problemsOf(schema, value))
    .filter(({ path, allowed }) => path.length === 0 && /^(at least|at most|more than|less than) /.test(allowed))
    .map(({ allowed }) => allowed);
  return [...own, ...(element === undefined ? [] : boundsOf(element))];
}

const bounded = places
  .map((place) => ({ ...place, bounds: boundsOf(place.schema) }))
  .filter(({ bounds }) => bounds.length > 0);

test("every prop and every field inside one has a doc comment of whole sentences", () => {
  const wanting = places.filter(({ comment }) => !/^[A-Z].*\.$/s.test(comment));

  expect(places.length).toBeGreaterThan(150);
  expect(wanting.map(({ path }) => path)).toEqual([]);
});

test.each(bounded)("the doc comment of $path names its bounds: $bounds", ({ comment, bounds }) => {
  for (const bound of bounds) {
    const [number = ""] = /\d+/.exec(bound) ?? [];
    expect(comment).toMatch(new RegExp(`\\b${number}\\b`));
  }
});

const spelt = places
  .map((place) => ({ ...place, rule: charactersOf(place.schema) }))
  .filter(({ rule }) => rule !== undefined);

/** The characters of which text has to be, as the schema says when it refuses: "of a-z, _ and space". */
function charactersOf(schema: z.ZodType): string | undefined {
  const [problem] = problemsOf(schema, "a text of \u00fc").filter(({ allowed }) =>
    /^text of a-z.*\band [^ ]+$/.test(allowed),
  );
  return problem?.allowed.replace("text of ", "of ");
}

test.each(spelt)("the doc comment of $path names its characters: $rule", ({ comment, rule }) => {
  expect(comment.replaceAll("`", "")).toContain(rule);
});

test("characters are found for names and ids", () => {
  expect(spelt.map(({ path }) => path)).toEqual([
    "experiment.name",
    "experiment.id",
    "prompt-version.name",
    "prompt-version.id",
  ]);
});

test("bounds are found for text, numbers, lists and what is in lists", () => {
  expect(bounded.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "experiment.name",
      "experiment.allocation",
      "experiment.manualQualityScores",
      "experiment.scheduledReloadDays",
      "service.retryBudgetSeconds",
    ]),
  );
});

test.each(["index.ts", "emulator/index.ts", "testing/index.ts"])(
  "everything that %s exports has a doc comment",
  (index) => {
    const path = join(__dirname, "../../lib", index);
    const exported = [...readFileSync(path, "utf8").matchAll(/export (?:type )?\{([^}]*)\} from "([^"]+)"/g)].flatMap(
      ([, names = "", module = ""]) => [...names.matchAll(/\w+(?=\s*(,|$))/g)].map(([name]) => ({ name, module })),
    );
    const bare = exported.filter(({ name, module }) => {
      const text = readFileSync(join(dirname(path), `${module}.ts`), "utf8");
      return !new RegExp(`\\*/\nexport (abstract |async )*(class|interface|type|const|function) ${name}\\b`).test(text);
    });

    expect(exported.length).toBeGreaterThan(1);
    expect(bare).toEqual([]);
  },
);

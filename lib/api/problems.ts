import type * as z from "zod";
import { characterText, oddCharacterAt } from "../text/characters";
import { didYouMean } from "../text/did-you-mean";
import { pathText } from "../text/names";
import { describeKind, describeValue, inWords } from "../text/words";
import { stepInto, unwrap } from "./field-types";
import { otherWordText } from "./other-words";
import { areFew, fieldNamesAt, heldIn, questionAbout } from "./unknown-fields";

/** One way in which a value breaks the API's rules. */
export interface Problem {
  /** Where in the value: field names and array indices. */
  readonly path: readonly PropertyKey[];
  /** What the API allows there: "at most 100", "one of "a", "b"". */
  readonly allowed: string;
  /** What was given, in words, where the value itself says less or must not be shown. */
  readonly given?: string;
  /** True for an unknown field, where no value is allowed. */
  readonly unknown?: boolean;
  /** What an unknown field holds that belongs beside it. */
  readonly holds?: readonly string[];
  /** True when `allowed` is the whole message, without the value that was given. */
  readonly isWhole?: boolean;
  /** Where in the text the first character is that is not allowed, if it is one of those. */
  readonly refused?: number;
  /** The words that are allowed there, if there are several. */
  readonly words?: readonly string[];
}

/** The problem of props that are not an object: without the compiler, anything may be given. */
export const notProps: Problem = { path: [], allowed: "an object" };

/** A problem without its place. */
export type PlacelessProblem = Omit<Problem, "path">;

/**
 * Every problem of `value` under `schema`, in the order of the fields; empty when there is none.
 *
 * @param forgive whether to skip a place, because its value is not known yet
 */
export function problemsOf(
  schema: z.ZodType,
  value: unknown,
  forgive: (path: readonly PropertyKey[]) => boolean = () => false,
): Problem[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  const issues = result.error.issues.flatMap(issuesInside).filter((issue) => !forgive(issue.path));
  const mistyped = new Set(issues.filter(({ code }) => code === "invalid_type").map(({ path }) => pathText(path)));
  // zod counts the characters of a string in the place of a list
  const isLength = ({ code }: z.core.$ZodIssue) => code === "too_big" || code === "too_small";
  const problems = issues
    .filter((issue) => !isLength(issue) || !mistyped.has(pathText(issue.path)))
    .flatMap((issue) => toProblems(issue, schema, value));
  // what is required and stands one level too deep is one slip
  const held = new Set(
    problems.flatMap(({ path, holds = [] }) => holds.map((name) => pathText([...path.slice(0, -1), name]))),
  );
  return problems.filter(({ path, allowed }) => !(allowed.startsWith("required") && held.has(pathText(path))));
}

/**
 * A problem as a line of a message: `duration: given 1; allowed: more than 1`.
 *
 * @param value what was given there
 * @param isSecret whether the value may be a secret, so that only its kind is shown
 */
export function problemText(
  { path, allowed, given, unknown, isWhole, refused, words = [] }: Problem,
  value: unknown,
  isSecret: boolean,
): string {
  const place = pathText(path);
  if (unknown || isWhole || allowed.startsWith("required")) return `${place}: ${allowed}`;
  const isWord = !isSecret && (typeof value === "string" || typeof value === "number");
  const described = given ?? (isSecret ? describeKind(value) : describeValue(value));
  const odd = typeof value === "string" && !isSecret ? oddCharacterText(value, refused, words) : "";
  return `${place}: given ${described}; allowed: ${allowed}${odd}${isWord ? didYouMean(String(value), words) || otherWordText(String(value), words) : ""}`;
}

/** Names the character for which a text is refused, where a reader may not see that it is another one; "" where each is seen. */
function oddCharacterText(text: string, refused: number | undefined, words: readonly string[]): string {
  const index = refused ?? (words.length > 0 ? oddCharacterAt(text) : undefined);
  // a blank inside is seen, and one at either end is not
  const isSeen =
    index === undefined || /^[!-~]/.test(text.slice(index)) || (index > 0 && /^ +[^ ]/.test(text.slice(index)));
  return isSeen ? "" : `; ${characterText(text, index)}`;
}

/**
 * The problem of a field that there is not.
 *
 * @param question which one may be meant, to end the message
 */
export function unknownField(path: readonly PropertyKey[], question: string): Problem {
  const name = String(path.at(-1));
  const odd = oddCharacterAt(name);
  const character = odd === undefined ? "" : `; ${characterText(name, odd)}`;
  return { path, allowed: `unknown field${character}${question}`, unknown: true };
}

/** The problems of the API's rules, and others: at each place those that are whole messages, or else the rules'. */
export function onePerPlace(ofRules: readonly Problem[], others: readonly Problem[]): Problem[] {
  const places = new Set(ofRules.map(({ path }) => pathText(path)));
  const whole = new Set(others.filter(({ isWhole }) => isWhole).map(({ path }) => pathText(path)));
  return [
    ...ofRules.filter(({ path }) => !whole.has(pathText(path))),
    ...others.filter(({ path, isWhole }) => isWhole || !places.has(pathText(path))),
  ];
}

/** The value at a path, or undefined. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[step] : undefined,
    value,
  );
}

/** The issue itself. For a union, the issues inside the branch that has the type of the value, if there is one. */
function issuesInside(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  const branches = issue.code === "invalid_union" ? issue.errors : [];
  const matching = branches.find((branch) => branch.every(({ path }) => path.length > 0));
  return matching === undefined
    ? [issue]
    : matching.flatMap((inner) => issuesInside({ ...inner, path: [...issue.path, ...inner.path] }));
}

function toProblems(issue: z.core.$ZodIssue, schema: z.ZodType, value: unknown): Problem[] {
  const { path } = issue;
  const problem = { path, allowed: allowedBy(issue) };
  switch (issue.code) {
    case "unrecognized_keys": {
      return issue.keys.map((key) => {
        const place = { schema, value, path };
        return { ...unknownField([...path, key], questionAbout(key, place)), holds: heldIn(key, place) };
      });
    }
    case "invalid_value":
      return [issue.values.length > 1 ? { ...problem, words: issue.values.map(String) } : problem];
    case "custom": {
      const { given, refused }: Readonly<Record<string, unknown>> = issue.params ?? {};
      if (typeof refused === "number") return [{ ...problem, refused }];
      return [typeof given === "string" ? { ...problem, given } : problem];
    }
    case "invalid_type": {
      const known = { object: fieldNamesAt(schema, path), array: fieldNamesAt(schema, [...path, 0]) };
      const inside = Object.entries(known).find(([type]) => type === issue.expected)?.[1] ?? [];
      const fields = areFew(inside) ? `${issue.expected === "array" ? " of objects" : ""} with ${inWords(inside)}` : "";
      const place = path.reduce<z.ZodType | undefined>((at, step) => at && stepInto(at, step), schema);
      const words = issue.expected === "nonoptional" && place !== undefined ? wordsOf(place) : "";
      // a required field that is missing is no null
      const orNull = issue.expected !== "nonoptional" && place?.isNullable() ? " or null" : "";
      return [{ path, allowed: `${problem.allowed}${fields}${words}${orNull}` }];
    }
    default:
      return [problem];
  }
}

/** The words that a field may have, to end a message; "" where others are allowed, too. */
function wordsOf(schema: z.ZodType): string {
  const at = unwrap(schema);
  return at.def.type === "enum"
    ? `; one of ${(at as z.ZodEnum).options.map((word) => JSON.stringify(word)).join(", ")}`
    : "";
}

function allowedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.expected === "nonoptional") return "required";
      // zod says what it received only of NaN and infinities, which have the type
      return "received" in issue ? "a finite number" : (typeNames[issue.expected] ?? `a ${issue.expected}`);
    case "too_small":
      return bound(issue.origin, issue.inclusive ? "at least" : "more than", issue.minimum);
    case "too_big":
      return bound(issue.origin, issue.inclusive ? "at most" : "less than", issue.maximum);
    case "invalid_value":
      return `${issue.values.length > 1 ? "one of " : ""}${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "invalid_union":
      return issue.errors.flatMap((branch) => branch.slice(0, 1).map(allowedBy)).join(" or ");
    default:
      return issue.message;
  }
}

const typeNames: Readonly<Record<string, string>> = { array: "a list", object: "an object", record: "an object" };

function bound(origin: string, relation: string, limit: number | bigint): string {
  const unit = { string: " characters", array: " entries" }[origin] ?? "";
  return `${relation} ${limit}${unit}`;
}

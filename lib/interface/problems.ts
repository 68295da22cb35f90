import { closest, distance } from "fastest-levenshtein";
import type * as z from "zod";
import { pathText } from "./field-path";

/** One way in which a value breaks the interface's rules. */
export interface Problem {
  /** Where in the value: field names and array indices. */
  readonly path: readonly PropertyKey[];
  /** What the interface allows there: "at most 100", "one of "a", "b"". */
  readonly allowed: string;
  /** True when nothing may stand there at all: an unknown field. */
  readonly unknown?: boolean;
}

/**
 * Every problem of `value` under `schema`, in the order of the fields; empty when there is none.
 *
 * @param forgive tells the places whose value is not known yet, so that nothing can be said about it
 */
export function problemsOf(
  schema: z.ZodType,
  value: unknown,
  forgive: (path: readonly PropertyKey[]) => boolean = () => false,
): Problem[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  const issues = result.error.issues.flatMap(opened).filter((issue) => !forgive(issue.path));
  return issues.filter((issue) => isMeant(issue, issues)).flatMap((issue) => toProblems(issue, schema));
}

/** The schema library counts the characters of a text that stands where a list belongs. */
function isMeant(issue: z.core.$ZodIssue, all: readonly z.core.$ZodIssue[]): boolean {
  if (issue.code !== "too_big" && issue.code !== "too_small") return true;
  const place = pathText(issue.path);
  return !all.some(({ code, path }) => code === "invalid_type" && pathText(path) === place);
}

/** Problems of the interface's rules, and others only where those have said nothing. */
export function onePerPlace(ofRules: readonly Problem[], others: readonly Problem[]): Problem[] {
  const places = new Set(ofRules.map(({ path }) => pathText(path)));
  return [...ofRules, ...others.filter(({ path }) => !places.has(pathText(path)))];
}

/** The value at a path, or undefined. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[step] : undefined,
    value,
  );
}

/** What was given, shortened for a message. Shows the value: never for one that may be a secret. */
export function describeValue(value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = isPlain(value) ? jsonText(value) : undefined;
  if (text === undefined) return describeKind(value);
  return text.length > 80 ? `${text.slice(0, 60)}… (${describeKind(value)})` : text;
}

/** What kind of value was given, without showing it. */
export function describeKind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string") return `a string of ${[...value].length} characters`;
  if (Array.isArray(value)) return `a list of ${value.length} elements`;
  if (typeof value === "object") return isPlain(value) ? "an object" : `an instance of ${value.constructor.name}`;
  return `a ${typeof value}`;
}

/** Whether a value is none of a class, whose JSON may look like something else. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The JSON of a value, or undefined where it has none. */
function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** A union's issue, or those of its branch that has the value's type and refuses something inside it. */
function opened(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  const branches = issue.code === "invalid_union" ? issue.errors : [];
  const meant = branches.find((branch) => branch.every(({ path }) => path.length > 0));
  return meant === undefined
    ? [issue]
    : meant.flatMap((inner) => opened({ ...inner, path: [...issue.path, ...inner.path] }));
}

function toProblems(issue: z.core.$ZodIssue, schema: z.ZodType): Problem[] {
  if (issue.code === "unrecognized_keys") {
    const known = knownFields(schema, issue.path);
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      allowed: `unknown field${suggestion(key, known)}`,
      unknown: true,
    }));
  }
  return [{ path: issue.path, allowed: allowedBy(issue) }];
}

function allowedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.expected === "nonoptional") return "required";
      return "received" in issue ? "a finite number" : article(issue.expected);
    case "too_small":
      return bound(issue.origin, issue.inclusive ? "at least" : "more than", issue.minimum);
    case "too_big":
      return bound(issue.origin, issue.inclusive ? "at most" : "less than", issue.maximum);
    case "invalid_format":
      return `text that matches ${issue.pattern ?? issue.format}`;
    case "invalid_value":
      return `${issue.values.length > 1 ? "one of " : ""}${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "invalid_union":
      return issue.errors.flatMap((branch) => branch.slice(0, 1).map(allowedBy)).join(" or ");
    default:
      return issue.message;
  }
}

const articles: Readonly<Record<string, string>> = {
  array: "a list",
  object: "an object",
  record: "an object",
};

function article(expected: string): string {
  return articles[expected] ?? `a ${expected}`;
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  const unit = { string: " characters", array: " entries" }[origin] ?? "";
  return `${relation} ${limit}${unit}`;
}

function suggestion(key: string, known: readonly string[]): string {
  const best =
    known.length === 0
      ? undefined
      : closest(
          key.toLowerCase(),
          known.map((name) => name.toLowerCase()),
        );
  const match = known.find((name) => name.toLowerCase() === best);
  // a short word is near to any other short one
  const most = Math.min(key.length / 2, Math.max(2, key.length / 3));
  const near = match !== undefined && distance(key.toLowerCase(), match.toLowerCase()) <= most;
  return near ? `; did you mean "${match}"?` : "";
}

/** The fields of the object that stands at `path`, found by walking the schema. */
function knownFields(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const inner = path.reduce<z.ZodType | undefined>(
    (at, step) => (at === undefined ? undefined : stepInto(at, step)),
    schema,
  );
  const object = inner === undefined ? undefined : unwrap(inner);
  return object?.def.type === "object" ? Object.keys((object as z.ZodObject).shape) : [];
}

/** The schema of a field or an element, looking through optional, nullable and the like; undefined where any value may stand. */
export function stepInto(schema: z.ZodType, step: PropertyKey): z.ZodType | undefined {
  const at = unwrap(schema);
  switch (at.def.type) {
    case "object": {
      const { shape } = at as z.ZodObject;
      // "toString" and the like are no fields
      return Object.hasOwn(shape, step) ? (shape[String(step)] as z.ZodType) : undefined;
    }
    case "array":
      return (at as z.ZodArray).element as z.ZodType;
    default:
      return undefined;
  }
}

/** The schema inside optional, non-optional and nullable. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const inner = (schema.def as { innerType?: z.ZodType }).innerType;
  return inner === undefined ? schema : unwrap(inner);
}

import type * as z from "zod";
import { fieldMeant, stepInto } from "../api/field-types";
import { type Problem, unknownField } from "../api/problems";
import { questionOf } from "../api/unknown-fields";
import { type Fields, isFields, isList, type PathStep, type Value } from "../value/value";

type AnyPath = readonly PropertyKey[];

/** A field whose name is nearly one that the API has, or another tool's word for one, and that is not given. */
interface Slip {
  /** Where it was given. */
  readonly path: AnyPath;
  readonly meant: string;
  /** What is said of the name that was given, to end a message. */
  readonly question: string;
}

/** Fields with the names that were meant. */
export interface Respelled {
  readonly fields: Fields;
  /** What is wrong with the names, as they were given. */
  readonly problems: readonly Problem[];
  /** Where a value stands in `fields`, by where it was given. */
  readonly pathMeant: (given: AnyPath) => AnyPath;
  /** Where a value was given, by where it stands in `fields`. */
  readonly pathGiven: (meant: AnyPath) => AnyPath;
}

/**
 * Gives fields, those in lists and objects as well, the names that were most likely meant, so that one slip is one problem, and
 * hides no other.
 */
export function respelled(schema: z.ZodType, given: Fields): Respelled {
  const slips: Slip[] = [];
  const fields = respell(schema, given, [], slips) as Fields;
  return {
    fields,
    problems: slips.map(({ path, question }) => unknownField(path, question)),
    pathMeant: (path) =>
      path.map((step, index) => slips.find((slip) => isSamePath(slip.path, path.slice(0, index + 1)))?.meant ?? step),
    pathGiven: (path) => {
      const above: PropertyKey[] = [];
      for (const step of path) {
        const slip = slips.find(({ path: of, meant }) => meant === step && isSamePath(of.slice(0, -1), above));
        above.push(slip?.path.at(-1) ?? step);
      }
      return above;
    },
  };
}

function respell(schema: z.ZodType | undefined, value: Value, path: readonly PathStep[], slips: Slip[]): Value {
  if (schema === undefined) return value;
  if (isList(value)) return value.map((each, index) => respell(stepInto(schema, index), each, [...path, index], slips));
  if (!isFields(value)) return value;
  const names = Object.keys(value);
  const entries = Object.entries(value).map(([key, inner]) => {
    const meant = fieldMeant(schema, key, names, inner);
    const at = [...path, key];
    if (meant !== undefined) {
      names.push(meant);
      slips.push({ path: at, meant, question: questionOf(key, meant, inner) });
    }
    const name = meant ?? key;
    return [name, inner === undefined ? inner : respell(stepInto(schema, name), inner, at, slips)] as const;
  });
  return Object.fromEntries(entries);
}

function isSamePath(one: AnyPath, other: AnyPath): boolean {
  return one.length === other.length && one.every((step, index) => step === other[index]);
}

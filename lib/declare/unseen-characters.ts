import { codeIn } from "../api/sql-text";
import type { Entity } from "../entity/entity";
import { characterText, LOST, oddCharacterAt, typographicAt } from "../text/characters";
import { type Fields, isFields, isList, type Path, type Value } from "../value/value";
import { type LikelyMistake, mistakeAt } from "./warnings";

/** Texts for people, in which any character may be meant. */
const PROSE = new Set(["description", "hypothesis", "decisionReason", "title", "criteriaDescription", "content"]);
/** Objects of the user's own: what is in them may be text for people, and only their keys are read by a program. */
const OWN = new Set(["parameterValues", "returnValue", "workflow_headers", "auth_workflow_headers"]);
const SQL = new Set(["sql", "query", "formula"]);
/** Texts to compare with, which may begin or end with a blank. */
const COMPARED = new Set(["values", "targetValue"]);

/** A text that a program compares or runs has a character that nobody sees as what it is, or any text one that was lost. */
export function unseenCharacters(_: Entity, given: Fields): LikelyMistake[] {
  const unseen = Object.entries(given).flatMap(([field, value]) => mistakesIn(value, [field], field));
  return [...unseen, ...lostIn(given, [])];
}

/** Texts in which a program that could not read a character has left its sign. */
function lostIn(value: Value | undefined, path: Path): LikelyMistake[] {
  if (isList(value)) return value.flatMap((each, index) => lostIn(each, [...path, index]));
  if (isFields(value)) return Object.entries(value).flatMap(([key, inner]) => lostIn(inner, [...path, key]));
  const index = typeof value === "string" ? value.indexOf(LOST) : -1;
  return typeof value !== "string" || index < 0
    ? []
    : [mistakeAt(path, `${characterText(value, index)}; is it meant?`)];
}

/** @param field the field that has the value, or the list that it is in */
function mistakesIn(value: Value | undefined, path: Path, field: string): LikelyMistake[] {
  if (OWN.has(field)) return mistakesInKeys(value, path);
  if (typeof value === "string") return PROSE.has(field) ? [] : mistakesInText(value, path, field);
  if (isList(value)) return value.flatMap((each, index) => mistakesIn(each, [...path, index], field));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => mistakesIn(inner, [...path, key], key));
}

function mistakesInKeys(value: Value | undefined, path: Path): LikelyMistake[] {
  if (isList(value)) return value.flatMap((each, index) => mistakesInKeys(each, [...path, index]));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...mistakesInText(key, [...path, key], "key"),
    ...mistakesInKeys(inner, [...path, key]),
  ]);
}

function mistakesInText(text: string, path: Path, field: string): LikelyMistake[] {
  if (/^[!-~]*$/.test(text)) return [];
  const index = SQL.has(field) ? oddInSql(text) : oddInName(text, !COMPARED.has(field));
  return index === undefined ? [] : [mistakeAt(path, `${characterText(text, index)}; is it meant?`)];
}

/** A text all in quotes of a word processor, which a file takes for a part of it. */
const QUOTED = /^[“„‘‚].*[“”‘’]$/s;

function oddInName(name: string, isExact: boolean): number | undefined {
  const odd = oddCharacterAt(name) ?? (QUOTED.test(name) ? 0 : undefined);
  if (odd !== undefined || !isExact || name.trim() === "") return odd;
  if (name.startsWith(" ")) return 0;
  return name.endsWith(" ") ? name.length - 1 : undefined;
}

/** Where SQL has one outside its comments and texts in quotes. */
function oddInSql(sql: string): number | undefined {
  const code = codeIn(sql);
  if (code === undefined) return undefined;
  const found = [oddCharacterAt(code), typographicAt(code)].filter((index) => index !== undefined);
  return found.length === 0 ? undefined : Math.min(...found);
}

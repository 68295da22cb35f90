import * as z from "zod";
import type { Entity } from "../entity/entity";
import { at, listAt } from "../value/value";
import { saysNothing } from "./references";
import { type LikelyMistake, mistakeAt } from "./warnings";

/** A date, perhaps with a time and a zone behind it. */
const TIME = /^(\d{4}-\d\d-\d\d)([T ]\d\d(:?\d\d){0,2}([.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d\d(:?\d\d)?)?$/i;

/** Seconds since 1970 have fewer digits until the year 5138, milliseconds have more since 1973. */
const MILLISECONDS = 1e11;

/** Times that can be read as several, or as none. */
export function times({ fields: { analysisEndTime, externalEvents } }: Entity): LikelyMistake[] {
  return [
    ...(typeof analysisEndTime === "string" ? endMistakes(analysisEndTime) : []),
    ...mixedUnits(listAt(externalEvents).map((event) => at(event, "timestamp"))),
  ];
}

function endMistakes(text: string): LikelyMistake[] {
  const end = text.trim();
  // what is a number counts from 1970
  if (end === "" || /^\d+$/.test(end) || saysNothing(text)) return [];
  const [, day, , , , zone] = TIME.exec(end) ?? [];
  const isRight = day !== undefined && z.iso.date().safeParse(day).success;
  if (isRight && zone !== undefined) return [];
  const why = isRight
    ? "has no zone"
    : day === undefined
      ? "may be read as several times, or as none"
      : "is no day of the calendar";
  return [mistakeAt(["analysisEndTime"], `${JSON.stringify(text)} ${why}; write it such as 2026-12-01T00:00:00Z`)];
}

/** Timestamps in milliseconds beside others in seconds. */
function mixedUnits(timestamps: readonly unknown[]): LikelyMistake[] {
  // numbers that are too small for seconds of this century say nothing
  const known = timestamps.filter((each) => typeof each === "number" && each > 1e8);
  const isLong = (each: unknown) => typeof each === "number" && each >= MILLISECONDS;
  if (!known.some(isLong) || known.every(isLong)) return [];
  const words = "is in milliseconds, but others are in seconds";
  return [...timestamps.entries()]
    .filter(([, each]) => isLong(each))
    .map(([index, each]) => mistakeAt(["externalEvents", index, "timestamp"], `${String(each)} ${words}`));
}

import type { Entity } from "../entity/entity";
import { at, listAt } from "../value/value";
import { type LikelyMistake, mistakeAt } from "./warnings";

/** A date, or a date with a time, without a zone behind it. */
const WITHOUT_ZONE = /^\s*\d{4}-\d\d-\d\d([T ]\d\d(:?\d\d){0,2}([.,]\d+)?)?\s*$/i;

/** Seconds since 1970 have fewer digits until the year 5138, milliseconds have more since 1973. */
const MILLISECONDS = 1e11;

/** Times that can be read as several. */
export function times({ fields: { analysisEndTime, externalEvents } }: Entity): LikelyMistake[] {
  const isOpen = typeof analysisEndTime === "string" && WITHOUT_ZONE.test(analysisEndTime);
  const end = JSON.stringify(analysisEndTime);
  return [
    ...(isOpen
      ? [mistakeAt(["analysisEndTime"], `${end} has no zone; write it with one, such as 2026-12-01T00:00:00Z`)]
      : []),
    ...mixedUnits(listAt(externalEvents).map((event) => at(event, "timestamp"))),
  ];
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

import type { Command } from "commander";
import * as z from "zod";
import { type Inventory, inventoryOf, overdueOnly } from "../list/inventory";
import { listReport } from "../list/list-doc";
import { codePagesIn } from "../platforms/code-pages-of-job";
import { counted } from "../text/words";
import { CommandError, FoundError, type Io } from "./io";
import { type ResultOptions, resultTargets, writeResult, writersOf, writingResult } from "./result";
import { namedAmong, readStacks, type StackOptions, takingStacks } from "./stacks";

const listWriters = writersOf(listReport);

interface ListOptions extends StackOptions, ResultOptions {
  readonly asOf?: string;
  readonly overdue?: true;
}

/** `list`: shows what is declared, for people who did not write it. */
export function addList(program: Command, io: Io): void {
  writingResult(takingStacks(program.command("list")), listWriters)
    .summary("show the declared experiments by team, layers and sources")
    .description(
      "show the declarations of the synthesised stacks, for people who did not write them: experiments by team with their " +
        "sources, how full each layer is, the users of each source, and overdue experiments",
    )
    .option("--as-of <date>", "day that endsOn is compared with, such as 2026-12-18 (default: today, UTC)")
    .option("--overdue", "show only what is overdue, and end with exit code 1 if there is any")
    .action((names: readonly string[], options: ListOptions) => {
      const targets = resultTargets(listWriters, options, io);
      const all = readStacks([], options, io);
      const declared = inventoryOf(namedAmong(all, names), all, dayOf(options.asOf));
      const inventory = { ...declared, code: codePagesIn(io.environment, io.directory) };
      const listed = options.overdue ? overdueOnly(inventory) : inventory;
      writeResult(targets, listed, io);
      if (options.overdue) requireNoneOverdue(inventory);
    });
}

/** @throws CommandError when it is not a date */
function dayOf(given = new Date().toISOString().slice(0, 10)): string {
  if (z.iso.date().safeParse(given).success) return given;
  throw new CommandError(
    `--as-of ${JSON.stringify(given)} is not a date`,
    "give a day of the calendar, as in 2026-12-18",
  );
}

/** @throws FoundError when there is something */
function requireNoneOverdue({ stacks }: Inventory): void {
  const late = stacks.flatMap(({ entities }) => entities.filter(({ overdue }) => overdue));
  if (late.length === 0) return;
  throw new FoundError(
    `${counted(late.length, "experiment")} ${late.length === 1 ? "is" : "are"} overdue`,
    "decide and stop, or set a later endsOn",
  );
}

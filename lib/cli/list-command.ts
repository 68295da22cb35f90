import { type Command, Option } from "commander";
import { counted } from "../api/describe";
import { type Inventory, inventoryOf, overdueOnly } from "../list/inventory";
import { listCsv } from "../list/list-csv";
import { listHtml } from "../list/list-html";
import { listJson } from "../list/list-json";
import { listMarkdown } from "../list/list-markdown";
import { listText } from "../list/list-text";
import { CommandError, WrongUsageError } from "./command-errors";
import { coloursFor, type Io, writeResult } from "./io";
import { readStacks, type StackOptions, takingStacks } from "./stacks";

const listFormats = { text: listText, markdown: listMarkdown, html: listHtml, json: listJson, csv: listCsv } as const;

interface ListOptions extends StackOptions {
  readonly format: keyof typeof listFormats;
  readonly asOf?: string;
  readonly overdue?: true;
  readonly out?: string;
}

/** `list`: shows what is declared, for people who did not write it. */
export function addList(program: Command, io: Io): void {
  takingStacks(program.command("list"))
    .summary("show what is declared: experiments by team, layers, sources")
    .description(
      "show what the synthesised stacks declare, for people who did not write it: experiments by team and what they use, " +
        "how full each layer is, what uses each source, and what is overdue",
    )
    .addOption(
      new Option("--format <format>", "format of the result").choices(Object.keys(listFormats)).default("text"),
    )
    .option("--as-of <date>", "day from which what should have ended before it is overdue (default: today, UTC)")
    .option("--overdue", "show only what is overdue, and end with exit code 1 if there is any")
    .option("--out <file>", "file to write to (default: standard output)")
    .action((names: readonly string[], options: ListOptions) => {
      const stacks = readStacks(names, options, io);
      const all = names.length === 0 ? stacks : readStacks([], options, io);
      const inventory = inventoryOf(stacks, all, dayOf(options.asOf));
      const shown = options.overdue ? overdueOnly(inventory) : inventory;
      writeResult(listFormats[options.format](shown, coloursFor(io, options.out)), options.out, io);
      if (options.overdue) requireNoneOverdue(inventory);
    });
}

/** @throws WrongUsageError when it is not a date */
function dayOf(given = new Date().toISOString().slice(0, 10)): string {
  const date = new Date(`${given}T00:00:00Z`);
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(given);
  if (isDay) return given;
  throw new WrongUsageError(
    `--as-of ${JSON.stringify(given)} is not a date`,
    "give a day of the calendar, as in 2026-12-18",
  );
}

/** @throws CommandError when there is something */
function requireNoneOverdue({ stacks }: Inventory): void {
  const late = stacks.flatMap(({ entities }) => entities.filter(({ overdue }) => overdue));
  if (late.length === 0) return;
  throw new CommandError(
    `${counted(late.length, "experiment")} ${late.length === 1 ? "is" : "are"} overdue`,
    "decide and stop, or set a later endsOn",
  );
}

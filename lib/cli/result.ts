import { rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { isDiskFull } from "../protocol/whole-file";
import { toCsv } from "../report/csv";
import type { Doc, Report } from "../report/document";
import { toHtml } from "../report/html";
import { LEAST_LIMIT, LONGEST_COMMENT, toMarkdown } from "../report/markdown";
import type { Colours } from "../report/terminal-style";
import { toText } from "../report/text";
import { jsonLines } from "../text/visible";
import { inWords } from "../text/words";
import { CommandError, coloursFor, type Io, isAscii, toWriteElsewhere } from "./io";

/** The formats of all commands, by the endings of their files. */
const endings = {
  ".txt": "text",
  ".md": "markdown",
  ".html": "html",
  ".json": "json",
  ".csv": "csv",
  ".ts": "typescript",
  ".yaml": "yaml",
} as const;

/** `github` is for the log of a job, and of no file. */
type Format = (typeof endings)[keyof typeof endings] | "github";

/** Where a result goes, as far as its text depends on that. */
interface Destination {
  /** Undefined for the standard output. */
  readonly file: string | undefined;
  readonly colours: Colours;
  /** Most characters of a line, where a person is looking on. */
  readonly width: number;
  readonly isAscii: boolean;
  /** Most characters of Markdown. */
  readonly limit: number;
}

type Writer<Result> = (result: Result, to: Destination) => string;

/** How a command writes its result. The first format is the one that is taken when none is named. */
export type Writers<Result> = Readonly<Partial<Record<Format, Writer<Result>>>>;

/** Writes every form of a report. */
export function writersOf<Model>({ title, doc, json, table }: Report<Model>): Writers<Model> {
  // several files may be of one result, and a document of thousands of changes takes half a second
  let made: { readonly model: Model; readonly doc: readonly Doc[] } | undefined;
  const docOf = (model: Model) => {
    if (made?.model !== model) made = { model, doc: doc(model) };
    return made.doc;
  };
  return {
    text: (model, to) => toText(docOf(model), to),
    markdown: (model, to) => toMarkdown(docOf(model), to),
    html: (model) => toHtml(docOf(model), { title: title(model) }),
    json: (model) => jsonLines(json(model)),
    ...(table === undefined ? {} : { csv: (model) => toCsv(table(model)) }),
  };
}

/** What `writingResult` takes. */
export interface ResultOptions {
  readonly format?: Format;
  readonly out?: readonly string[];
  readonly limit?: number;
}

/** A place that a result goes to. */
interface ResultTarget<Result> {
  readonly file: string | undefined;
  readonly textOf: (result: Result) => string;
}

/** Says of a command that it writes a result in these formats: the same options, with the same meaning, everywhere. */
export function writingResult<Result>(command: Command, writers: Writers<Result>): Command {
  const formats = Object.keys(writers);
  const format = new Option(
    "--format <format>",
    `format of the result (default: by the ending of --out, else ${formats[0]})`,
  );
  command
    .addOption(format.choices(formats))
    .option(
      "--out <file>",
      "file to write to, or - for standard output (default); may be repeated: the endings say the formats then",
      collected,
    );
  return writers.markdown === undefined
    ? command
    : command.option(
        "--limit <characters>",
        `most characters of Markdown: what does not fit is left out, and counted (default: ${LONGEST_COMMENT})`,
        limitIn,
      );
}

/** All values of an option that may be repeated. */
export function collected(value: string, others: readonly string[] = []): readonly string[] {
  return [...others, value];
}

function limitIn(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= LEAST_LIMIT) return Number(text);
  throw new InvalidArgumentError(`Allowed are whole numbers from ${LEAST_LIMIT}.`);
}

/**
 * Where a command writes its result to.
 *
 * @throws CommandError when the options do not say in which format
 */
export function resultTargets<Result>(
  writers: Writers<Result>,
  { format, out = [], limit = LONGEST_COMMENT }: ResultOptions,
  io: Pick<Io, "stdout" | "environment">,
): ResultTarget<Result>[] {
  if (format !== undefined && out.length > 1) {
    throw new CommandError("--format beside several --out", "leave it out: the endings of the files say the formats");
  }
  const files = out.length === 0 ? [undefined] : out.map(fileNamed);
  return files.map((file) => {
    const write = writers[format ?? formatOf(file, writers, out.length > 1)] as Writer<Result>;
    const isShown = file === undefined && io.stdout.isTTY === true;
    const width = isShown ? terminalWidth(io) : Number.POSITIVE_INFINITY;
    const form = { colours: coloursFor(io, file), width, isAscii: file === undefined && isAscii(io) };
    const destination = { file, ...form, limit };
    return { file, textOf: (result) => write(result, destination) };
  });
}

/** The file that `--out` names; undefined where it names the standard output. */
function fileNamed(out: string): string | undefined {
  return ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].includes(out) ? undefined : out;
}

/** In characters. Some terminals, such as those of containers, say 0 where they do not know it. */
export function terminalWidth({ stdout, environment }: Pick<Io, "stdout" | "environment">): number {
  return stdout.columns || Number(environment.COLUMNS) || 80;
}

/** The format that a file's ending says, of whichever command; undefined where it says none. */
export function formatByEnding(file: string): Format | undefined {
  const ending = extname(file).toLowerCase();
  return Object.hasOwn(endings, ending) ? endings[ending as keyof typeof endings] : undefined;
}

/**
 * The format that a file's ending says; where one file has none, the command's first.
 *
 * @throws CommandError when the ending says none of several files, or one that the command does not have
 */
function formatOf<Result>(file: string | undefined, writers: Writers<Result>, isOfSeveral: boolean): Format {
  const formats = Object.keys(writers) as Format[];
  if (file === undefined) return formats[0] as Format;
  const format = formatByEnding(file);
  if (format !== undefined && formats.includes(format)) return format;
  if (format === undefined && !isOfSeveral) return formats[0] as Format;
  const known = Object.entries(endings).flatMap(([each, of]) => (formats.includes(of) ? [each] : []));
  throw new CommandError(
    `--out ${file}: ${format === undefined ? "the ending says no format" : `this command has no format ${format}`}`,
    `end the file in ${inWords(known, "or")}, or say by --format what to write into a single file`,
    [],
    "out",
  );
}

/**
 * Writes what a command has made.
 *
 * @param isNew whether no file may exist yet: nobody loses what they wrote into it
 * @throws CommandError when a file cannot be written
 */
export function writeResult<Result>(
  targets: readonly ResultTarget<Result>[],
  result: Result,
  io: Pick<Io, "stdout" | "directory">,
  isNew = false,
): void {
  for (const { file } of isNew ? targets : []) {
    // before any is written: the same command can be run again
    if (file !== undefined && isInTheWay(resolve(io.directory, file))) throw notWritten(file, "EEXIST");
  }
  for (const { file, textOf } of targets) {
    const text = textOf(result);
    if (file === undefined) io.stdout.write(text);
    else writeFile(resolve(io.directory, file), text, file, isNew);
  }
}

/** Whether something would be lost: what is written to a device or a pipe, such as a shell's `>(…)`, is not. */
function isInTheWay(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && !isStream(found);
}

function isStream(found: Stats): boolean {
  return found.isFIFO() || found.isCharacterDevice() || found.isSocket();
}

function writeFile(path: string, text: string, file: string, isNew: boolean): void {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    writeFileSync(path, text, { flag: isNew && !(found && isStream(found)) ? "wx" : "w" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // what a full disk has cut off would be taken for a result
    if (isDiskFull(code) && isInTheWay(path)) rmSync(path);
    throw notWritten(file, code);
  }
}

function notWritten(file: string, code?: string): CommandError {
  const other = "name another file by --out";
  const refusal = (problem: string, next: string) => new CommandError(`${file} ${problem}`, next, [], "out");
  if (code === "EEXIST") return refusal("exists already", `remove it, or ${other}`);
  if (code !== "ENOENT") return refusal(`cannot be written: ${code}`, toWriteElsewhere(code, other));
  return refusal(`cannot be written: there is no directory ${dirname(file)}`, `make that directory, or ${other}`);
}

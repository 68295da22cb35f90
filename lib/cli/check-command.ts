import { relative, resolve } from "node:path";
import type { Command } from "commander";
import { warningText } from "../declare/warnings";
import { type CheckedDefinitions, checkDefinitions } from "../definitions/checked-definitions";
import { type DefinitionPlace, definitionPlaceText, definitionProblemLines } from "../definitions/definition-files";
import { likelyMisspelt } from "../definitions/environments";
import { ownCommand } from "../text/shell";
import { jsonLines, visible } from "../text/visible";
import { counted, inBrief } from "../text/words";
import { CommandError, FoundError, type Io } from "./io";
import { type ResultOptions, resultTargets, type Writers, writeResult, writingResult } from "./result";

/** What decides which file GitHub shows a line at. */
type Workspace = Pick<Io, "environment" | "directory">;

function checkWriters(io: Workspace): Writers<CheckedDefinitions> {
  return { text: checkText, json: checkJson, github: (checked) => checkAnnotations(checked, io) };
}

interface CheckOptions extends ResultOptions {
  readonly environment?: string;
  readonly strict?: true;
}

/** The folder that is checked when none is named. */
const FOLDER = "experiments";

/** `check`: checks files of definitions, without the app that includes them. */
export function addCheck(program: Command, io: Io): void {
  const writers = checkWriters(io);
  const command = program
    .command("check")
    .summary("check definitions in files, without the app")
    .description(
      "check YAML and JSON files as an Include of them does, without an app, a framework or Terraform: every problem with " +
        "its place, then the warnings that need no stack; for editors and pre-commit hooks",
    )
    .argument("[path...]", `files, and directories of them (default: ${FOLDER})`);
  writingResult(command, writers)
    .option(
      "--environment <name>",
      "the environment that warnings are about; all environments are checked for problems",
    )
    .option("--strict", "count warnings as problems")
    .action((paths: readonly string[], { environment, strict, ...options }: CheckOptions) => {
      const targets = resultTargets(writers, options, io);
      const wanted = (paths.length === 0 ? [FOLDER] : paths).map((path) => resolve(io.directory, path));
      const checked = checkDefinitions(wanted, { environment });
      const misspelt = likelyMisspelt(environment, checked.environments);
      if (misspelt !== undefined) io.stderr.write(`${visible(`warning: ${misspelt}`)}\n`);
      writeResult(targets, checked, io);
      requireNothingFound(checked, strict === true, paths.length > 0);
    });
}

/**
 * @throws CommandError when a file could not be read
 * @throws FoundError when something is wrong
 */
function requireNothingFound({ problems, warnings }: CheckedDefinitions, isStrict: boolean, isNamed: boolean): void {
  const unread = problems.filter(({ isUnread }) => isUnread);
  if (unread.length > 0) {
    const next = isNamed
      ? "correct the path, or make it readable, and check again"
      : `name your files: ${ownCommand("check <path>")}`;
    throw new CommandError(`${namedIn(unread, "path")} cannot be read`, next);
  }
  const errors = warnings.filter(({ isError }) => isError || isStrict);
  const found = [
    ...(problems.length === 0 ? [] : [counted(problems.length, "problem")]),
    ...(errors.length === 0 ? [] : [counted(errors.length, "warning")]),
  ];
  if (found.length === 0) return;
  const advice = errors.every(({ name }) => name === undefined)
    ? ""
    : "; to accept a warning, add its name to acknowledge of the definition";
  const where = namedIn([...problems, ...errors], "file");
  throw new FoundError(`${found.join(" and ")} in ${where}`, `correct what is listed${advice}`, [], "files");
}

/** How many files or folders are named: "2 files". */
function namedIn(places: readonly DefinitionPlace[], noun: string): string {
  return counted(new Set(places.map(({ file }) => file)).size, noun);
}

/** A line for each problem and warning, in the form from which editors jump to a place, and one that says what was checked. */
function checkText({ problems, warnings, ...counts }: CheckedDefinitions): string {
  const lines = [
    ...definitionProblemLines(problems),
    ...warnings.map((warning) => visible(`${definitionPlaceText(warning)}: warning: ${textOfWarning(warning)}`)),
    ...(problems.length === 0 ? [summary(counts, warnings.length)] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** What was checked, and what was not. */
function summary(
  { files, definitions, others }: Omit<CheckedDefinitions, "problems" | "warnings">,
  warnings: number,
): string {
  const but = warnings === 0 ? "" : `, but ${counted(warnings, "warning")}`;
  const rest = others.length === 0 ? "" : `; ${counted(others.length, "other file")} not read: ${inBrief(others)}`;
  return visible(`no problem in ${counted(definitions, "definition")} of ${counted(files, "file")}${but}${rest}`);
}

function textOfWarning({ name, text }: CheckedDefinitions["warnings"][number]): string {
  return name === undefined ? text : warningText(name, text);
}

/** The same as commands to GitHub Actions, which shows each at its line of a pull request. */
function checkAnnotations({ problems, warnings, ...counts }: CheckedDefinitions, io: Workspace): string {
  const root = io.environment.GITHUB_WORKSPACE;
  const annotation = (level: "error" | "warning", { file, line, column }: DefinitionPlace, text: string) => {
    const fromRoot = root === undefined ? file : relative(root, resolve(io.directory, file)).replaceAll("\\", "/");
    const at = { file: fromRoot.startsWith("../") ? file : fromRoot, line, col: column };
    const known = Object.entries(at).filter(([, value]) => value !== undefined);
    const place = known.map(([name, value]) => `${name}=${escapedProperty(visible(String(value)))}`).join(",");
    return `::${level} ${place}::${escapedData(visible(text))}`;
  };
  const lines = [
    ...problems.map((problem) => annotation("error", problem, problem.text)),
    ...warnings.map((warning) => annotation("warning", warning, textOfWarning(warning))),
    ...(problems.length === 0 ? [summary(counts, warnings.length)] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** As GitHub's runner reads the message of a command. */
function escapedData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

function checkJson({ files, definitions, others, problems, warnings }: CheckedDefinitions): string {
  return jsonLines({
    files,
    definitions,
    notRead: others,
    problems: problems.map(({ file, line, column, text }) => ({ file, line, column, text })),
    warnings: warnings.map(({ isError: _, ...warning }) => warning),
  });
}

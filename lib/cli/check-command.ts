import type { Command } from "commander";
import { warningText } from "../declare/warnings";
import { type CheckedDefinitions, checkDefinitions } from "../definitions/checked-definitions";
import { type DefinitionPlace, definitionPlaceText, definitionProblemLines } from "../definitions/definition-files";
import { likelyMisspelt } from "../definitions/environments";
import { jsonLines, visible } from "../text/visible";
import { counted } from "../text/words";
import { CommandError, FoundError, type Io } from "./io";
import { type ResultOptions, resultTargets, type Writers, writeResult, writingResult } from "./result";

const checkWriters: Writers<CheckedDefinitions> = { text: checkText, json: checkJson };

interface CheckOptions extends ResultOptions {
  readonly environment?: string;
  readonly strict?: true;
}

/** The folder that is checked when none is named. */
const FOLDER = "experiments";

/** `check`: checks files of definitions, without the app that includes them. */
export function addCheck(program: Command, io: Io): void {
  const command = program
    .command("check")
    .summary("check definitions in files, without the app")
    .description(
      "check YAML and JSON files as an Include of them does, without an app, a framework or Terraform: every problem with " +
        "its place, then the warnings that need no stack; for editors and pre-commit hooks",
    )
    .argument("[path...]", `files, and directories of them (default: ${FOLDER})`);
  writingResult(command, checkWriters)
    .option(
      "--environment <name>",
      "the environment that warnings are about; all environments are checked for problems",
    )
    .option("--strict", "count warnings as problems")
    .action((paths: readonly string[], { environment, strict, ...options }: CheckOptions) => {
      const targets = resultTargets(checkWriters, options, io);
      const checked = checkDefinitions(paths.length === 0 ? [FOLDER] : paths, { environment });
      const misspelt = likelyMisspelt(environment, checked.environments);
      if (misspelt !== undefined) io.stderr.write(`${visible(`warning: ${misspelt}`)}\n`);
      writeResult(targets, checked, io);
      requireNothingFound(checked, strict === true);
    });
}

/**
 * @throws CommandError when a file could not be read
 * @throws FoundError when something is wrong
 */
function requireNothingFound({ problems, warnings }: CheckedDefinitions, isStrict: boolean): void {
  const unread = problems.filter(({ isUnread }) => isUnread);
  if (unread.length > 0) {
    throw new CommandError(`${namedIn(unread, "path")} cannot be read`, "correct the path, or let it be read");
  }
  const errors = warnings.filter(({ isError }) => isError || isStrict);
  const found = [
    ...(problems.length === 0 ? [] : [counted(problems.length, "problem")]),
    ...(errors.length === 0 ? [] : [counted(errors.length, "warning")]),
  ];
  if (found.length === 0) return;
  const advice = errors.length === 0 ? "" : "; to accept a warning, add its name to acknowledge of the definition";
  const where = namedIn([...problems, ...errors], "file");
  throw new FoundError(`${found.join(" and ")} in ${where}`, `correct what is listed${advice}`, [], "files");
}

/** How many files or folders are named: "2 files". */
function namedIn(places: readonly DefinitionPlace[], noun: string): string {
  return counted(new Set(places.map(({ file }) => file)).size, noun);
}

/** A line for each problem and warning, in the form from which editors jump to a place, and one that says what was checked. */
function checkText({ files, definitions, problems, warnings }: CheckedDefinitions): string {
  const but = warnings.length === 0 ? "" : `, but ${counted(warnings.length, "warning")}`;
  const lines = [
    ...definitionProblemLines(problems),
    ...warnings.map((warning) =>
      visible(`${definitionPlaceText(warning)}: warning: ${warningText(warning.name, warning.text)}`),
    ),
    ...(problems.length === 0
      ? [`no problem in ${counted(definitions, "definition")} of ${counted(files, "file")}${but}`]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

function checkJson({ files, definitions, problems, warnings }: CheckedDefinitions): string {
  return jsonLines({
    files,
    definitions,
    problems: problems.map(({ file, line, column, text }) => ({ file, line, column, text })),
    warnings: warnings.map(({ isError: _, ...warning }) => warning),
  });
}

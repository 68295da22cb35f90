import { Defaults } from "./defaults";
import { type DefinitionPlace, type DefinitionProblem, readDefinitionFiles } from "./definition-files";
import { type EnvironmentChoice, environmentNames, namesByCase } from "./environments";
import { EXTENSIONS } from "./file-names";
import { type JudgedDefinition, judgedDefinitions } from "./judged-definitions";
import { definitionsIn } from "./yaml-definitions";

/** A likely mistake in files, which is of no definition. */
export interface FileWarning extends DefinitionPlace {
  readonly text: string;
}

/** What files of definitions say. */
export interface JudgedFiles {
  readonly files: number;
  readonly definitions: number;
  /** Those without a problem. */
  readonly judged: readonly JudgedDefinition[];
  readonly warnings: readonly FileWarning[];
  /** Files of the directories that are not read. */
  readonly others: readonly string[];
  /** All environments that definitions name. */
  readonly environments: ReadonlySet<string>;
}

/**
 * Reads files of definitions, and judges what they say, with the defaults that they take.
 *
 * @param paths of files and folders, from the working directory
 * @param problems takes what is wrong
 */
export function judgedFiles(
  paths: readonly string[],
  choice: EnvironmentChoice,
  problems: DefinitionProblem[],
): JudgedFiles {
  const { files, directories, named, misspelt, others } = readDefinitionFiles(paths, problems);
  const definitions = files.flatMap((file) => definitionsIn(file, problems));
  const defaults = new Defaults(problems);
  for (const directory of [...directories, ...named]) defaults.read(directory);
  const judged = judgedDefinitions(definitions, choice, defaults);
  defaults.report();
  const names = misspelt.map((file) => ({
    file,
    text: `is not read; if it holds definitions, end its name in ${EXTENSIONS}`,
  }));
  // where all are known, another is a problem
  const byCase = (choice.environments === undefined ? namesByCase(definitions) : []).map(
    ({ definition, path, text }) => ({
      ...definition.placeAt(path),
      text,
    }),
  );
  return {
    files: files.length,
    definitions: definitions.length,
    judged,
    warnings: [...names, ...byCase, ...defaults.unused(directories)],
    others,
    environments: environmentNames(definitions.map(({ value }) => value)),
  };
}

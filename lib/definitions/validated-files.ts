import { Defaults } from "./defaults";
import { type DefinitionPlace, type DefinitionProblem, readDefinitionFiles } from "./definition-files";
import { type EnvironmentChoice, environmentNames, namesByCase } from "./environments";
import { EXTENSIONS } from "./file-names";
import { readOtherwise } from "./read-otherwise";
import { type ValidatedDefinition, validatedDefinitions } from "./validated-definitions";
import { definitionsIn } from "./yaml-definitions";

/** A likely mistake in files, which is of no definition. */
export interface FileWarning extends DefinitionPlace {
  readonly text: string;
}

/** What files of definitions say. */
export interface ValidatedFiles {
  readonly files: number;
  readonly definitions: number;
  /** Those without a problem. */
  readonly validated: readonly ValidatedDefinition[];
  readonly warnings: readonly FileWarning[];
  /** Files of the directories that are not read. */
  readonly others: readonly string[];
  /** All environments that definitions name. */
  readonly environments: ReadonlySet<string>;
}

/**
 * Reads files of definitions, and validates what they say, with the defaults that they take.
 *
 * @param paths of files and folders, from the working directory
 * @param problems takes what is wrong
 */
export function validatedFiles(
  paths: readonly string[],
  choice: EnvironmentChoice,
  problems: DefinitionProblem[],
): ValidatedFiles {
  const { files, directories, named, misspelt, others } = readDefinitionFiles(paths, problems);
  const definitions = files.flatMap((file) => definitionsIn(file, problems));
  const defaults = new Defaults(problems);
  for (const directory of [...directories, ...named]) defaults.read(directory);
  const validated = validatedDefinitions(definitions, choice, defaults);
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
    validated,
    warnings: [...names, ...byCase, ...readOtherwise(definitions), ...defaults.unused(directories)],
    others,
    environments: environmentNames(definitions.map(({ value }) => value)),
  };
}

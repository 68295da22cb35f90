import { declaredBy, warningsOf } from "../declare/judge";
import { relationWarnings } from "../declare/relation-warnings";
import { isAboutStack, isError, type WarningName } from "../declare/warnings";
import { type DefinitionPlace, type DefinitionProblem, inOrderOfPlaces, readDefinitionFiles } from "./definition-files";
import { type EnvironmentChoice, environmentNames } from "./environments";
import { type JudgedDefinition, judgedDefinitions } from "./judged-definitions";
import { definitionsIn } from "./yaml-definitions";

/** A likely mistake in a file of definitions. */
interface DefinitionWarning extends DefinitionPlace {
  readonly name: WarningName;
  readonly text: string;
  /** Whether the definition's `strict` makes it an error at synth. */
  readonly isError: boolean;
}

/** What files of definitions say, and what is wrong with it. */
export interface CheckedDefinitions {
  readonly files: number;
  readonly definitions: number;
  /** In the order of their places. */
  readonly problems: readonly DefinitionProblem[];
  /** In the order of their places; none of what a definition acknowledges. */
  readonly warnings: readonly DefinitionWarning[];
  /** All that definitions name. */
  readonly environments: ReadonlySet<string>;
}

/**
 * Checks files of definitions as an `Include` of them does, but for what the code knows: its service, and what else it declares.
 *
 * @param paths of files and folders, from the working directory
 */
export function checkDefinitions(paths: readonly string[], choice: EnvironmentChoice): CheckedDefinitions {
  const problems: DefinitionProblem[] = [];
  const files = readDefinitionFiles(paths, problems);
  const definitions = files.flatMap((file) => definitionsIn(file, problems));
  const judged = judgedDefinitions(definitions, choice);
  return {
    files: files.length,
    definitions: definitions.length,
    problems: inOrderOfPlaces(problems),
    warnings: inOrderOfPlaces(openWarnings(judged)),
    environments: environmentNames(definitions.map(({ value }) => value)),
  };
}

/** The warnings about definitions, and about how they relate to each other; one about the whole stack is shown once. */
function openWarnings(judged: readonly JudgedDefinition[]): DefinitionWarning[] {
  const all = judged.map((definition) => {
    const { kind, props, file } = definition;
    return { definition, declared: declaredBy(kind, props, { construct: file, file }) };
  });
  const related = relationWarnings(all.map(({ declared: { entity } }) => ({ entity, service: "" })));
  const shown = new Set<WarningName>();
  return all.flatMap(({ definition, declared }) => {
    const { entity, settings } = declared;
    const open = [...warningsOf(declared), ...(related.get(entity) ?? [])].filter(
      (warning) => !entity.acknowledged.includes(warning.name) && !(isAboutStack(warning) && shown.has(warning.name)),
    );
    for (const { name } of open) shown.add(name);
    return open.map(({ name, text, path }) => ({
      ...definition.placeAt(path),
      name,
      text,
      isError: isError(name, settings.strict),
    }));
  });
}

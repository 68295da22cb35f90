import { isAcknowledged, isError } from "../declare/acknowledged";
import { declaredBy, warningsOf } from "../declare/declaration";
import { relationWarnings } from "../declare/relation-warnings";
import { isAboutStack, type WarningName } from "../declare/warnings";
import { type DefinitionProblem, definitionPlaceText, inOrderOfPlaces } from "./definition-files";
import type { EnvironmentChoice } from "./environments";
import type { ValidatedDefinition } from "./validated-definitions";
import { type FileWarning, type ValidatedFiles, validatedFiles } from "./validated-files";

/** A likely mistake in a file of definitions. */
interface DefinitionWarning extends FileWarning {
  /** By which a definition acknowledges it; missing where it is of no definition. */
  readonly name?: WarningName;
  /** Whether the definition's `strict` makes it an error at synth. */
  readonly isError: boolean;
}

/** What files of definitions say, and what is wrong with it. */
export interface CheckedDefinitions extends Pick<ValidatedFiles, "files" | "definitions" | "others" | "environments"> {
  /** In the order of their places. */
  readonly problems: readonly DefinitionProblem[];
  /** In the order of their places; none of what a definition acknowledges. */
  readonly warnings: readonly DefinitionWarning[];
}

/**
 * Checks files of definitions as an `Include` of them does, but for what the code knows: its service, and what else it declares.
 *
 * @param paths of files and folders, from the working directory
 */
export function checkDefinitions(paths: readonly string[], choice: EnvironmentChoice): CheckedDefinitions {
  const problems: DefinitionProblem[] = [];
  const { validated, warnings: ofFiles, ...counts } = validatedFiles(paths, choice, problems);
  const warnings = [...ofFiles.map((each) => ({ ...each, isError: false })), ...openWarnings(validated)];
  return { ...counts, problems: inOrderOfPlaces(problems), warnings: inOrderOfPlaces(oncePerPlace(warnings)) };
}

/** Of warnings about a default, one for all definitions that take it. */
function oncePerPlace(warnings: readonly DefinitionWarning[]): DefinitionWarning[] {
  const all = new Map<string, DefinitionWarning[]>();
  for (const each of warnings) {
    const key = JSON.stringify([definitionPlaceText(each), each.name, each.text]);
    all.set(key, [...(all.get(key) ?? []), each]);
  }
  return [...all.values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({
      ...first,
      text: same.length === 1 ? first.text : `${first.text}; in ${same.length} definitions`,
      isError: same.some(({ isError }) => isError),
    })),
  );
}

/** The warnings about definitions, and about how they relate to each other; one about the whole stack is shown once. */
function openWarnings(validated: readonly ValidatedDefinition[]): DefinitionWarning[] {
  const all = validated.map((definition) => {
    const { kind, props, file } = definition;
    return { definition, declared: declaredBy(kind, props, { construct: file, file }) };
  });
  const related = relationWarnings(all.map(({ declared: { entity } }) => ({ entity, service: "" })));
  const shown = new Set<WarningName>();
  return all.flatMap(({ definition, declared }) => {
    const { entity, settings } = declared;
    const open = [...warningsOf(declared), ...(related.get(entity) ?? [])].filter(
      (warning) => !isAcknowledged(warning, entity.acknowledged) && !(isAboutStack(warning) && shown.has(warning.name)),
    );
    for (const { name } of open) shown.add(name);
    return open.map((warning) => ({
      ...definition.placeAt(warning.path),
      name: warning.name,
      text: warning.text,
      isError: isError(warning, settings.strict),
    }));
  });
}

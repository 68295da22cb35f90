import { type DefinitionProblem, definitionProblemLines } from "../../lib/definitions/definition-files";
import { definitionsIn } from "../../lib/definitions/yaml-definitions";

/** What is wrong with the text of a file, whatever its definitions declare. */
export function read(text: string, name = "x.yaml"): string[] {
  const problems: DefinitionProblem[] = [];
  definitionsIn({ name, text }, problems);
  return definitionProblemLines(problems);
}

import { type DefinitionProblem, definitionProblemLines } from "../../lib/definitions/definition-files";
import { validatedDefinitions } from "../../lib/definitions/validated-definitions";
import { definitionsIn } from "../../lib/definitions/yaml-definitions";

/** What is wrong with the text of a file, whatever its definitions declare. */
export function read(text: string, name = "x.yaml"): string[] {
  const problems: DefinitionProblem[] = [];
  definitionsIn({ name, directory: "", text }, problems);
  return definitionProblemLines(problems);
}

/** What is wrong with a file, and with what its definitions declare: each line without the name of the file. */
export function problemsOf(text: string, name = "x.yaml"): string[] {
  const problems: DefinitionProblem[] = [];
  validatedDefinitions(definitionsIn({ name, directory: "", text }, problems));
  return definitionProblemLines(problems).map((line) => line.slice(`${name}:`.length));
}

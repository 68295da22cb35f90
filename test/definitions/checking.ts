import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { checkDefinitions } from "../../lib/definitions/checked-definitions";
import { definitionPlaceText, definitionProblemLines } from "../../lib/definitions/definition-files";
import { outputDirectory } from "../terraform/synth";

/** Makes a directory of its own the working directory of each test of a file. */
export function inOwnDirectories(): void {
  const home = process.cwd();
  beforeEach(() => process.chdir(realpathSync(outputDirectory())));
  afterEach(() => process.chdir(home));
}

export function write(files: Readonly<Record<string, string | object>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(name), { recursive: true });
    writeFileSync(name, typeof content === "string" ? content : JSON.stringify(content, null, 1));
  }
}

/** What `check` says of paths, as lines. */
export function check(...paths: readonly string[]) {
  const { problems, warnings, others } = checkDefinitions(paths, {});
  return {
    problems: definitionProblemLines(problems),
    warnings: warnings.map((each) => `${definitionPlaceText(each)}: ${each.text}`),
    others,
  };
}

import * as yaml from "yaml";
import { LEVELS } from "../value/json";
import type { Path } from "../value/value";
import type { DefinitionFile } from "./definition-files";
import type { DefinitionPlace, DefinitionProblem } from "./definition-problem";
import { isValidJson, jsonErrorOffset, jsonMistake } from "./json-text";
import { nodeOffset, type ReportProblem, reportMisread } from "./misread";
import { syntaxText } from "./syntax-text";

/** One document of a file: what it says, and where. */
export interface Definition {
  /** The value of the document, of any type. */
  readonly value: unknown;
  /** The name of its file. */
  readonly file: string;
  /** Whether it has a problem already, so that a key or a number in it is not what was meant. */
  readonly isMisread: boolean;
  /** Where the value at a path is, or what contains it. */
  readonly placeAt: (path: Path) => DefinitionPlace;
  /** Says what is wrong with the value at a path, or with what contains it; with `isKey`, with its key. */
  readonly report: (path: readonly PropertyKey[], text: string, isKey?: boolean) => undefined;
}

/**
 * Reads the documents of a file: YAML 1.2, or JSON where the file's name says so. Of a file that has some, those without
 * content are skipped.
 *
 * @param problems takes what is wrong
 */
export function definitionsIn({ name: file, text }: DefinitionFile, problems: DefinitionProblem[]): Definition[] {
  const known = problems.length;
  const lines = textLines(text);
  const report: ReportProblem = (offset, what) => {
    const { line, col: column } = lines.linePos(offset);
    problems.push({ file, line, column, text: what });
  };
  // what YAML would make of it is not what was meant
  if (/\.json$/i.test(file) && text.trim() !== "" && !isValidJson(text)) {
    const offset = jsonErrorOffset(text);
    report(offset, `not valid JSON: ${jsonMistake(text, offset)}`);
    return [];
  }
  const documents = documentsIn(text, report);
  const definitions = documents.flatMap((document): Definition[] => {
    const { contents, directives, errors, warnings } = document;
    const refused = [...errors, ...warnings];
    for (const { code, message, pos } of firstOfLines(refused, lines)) report(pos[0], syntaxText(code, message));
    if (directives.yaml.version === "1.1") report(0, "%YAML 1.1: only YAML 1.2 is read; remove the directive");
    const before = problems.length;
    if (refused.length > 0 || isBlank(contents) || reportMisread(document, text, report)) return [];
    try {
      return [
        {
          value: document.toJS() as unknown,
          file,
          isMisread: problems.length > before,
          placeAt: (path) => {
            const { line, col: column } = lines.linePos(offsetOf(contents, path));
            return { file, line, column };
          },
          report: (path, what, isKey) => report(offsetOf(contents, path, isKey), what),
        },
      ];
    } catch {
      report(
        contents.range[0],
        "its aliases stand for too much, so that nobody can tell what it declares; write it out",
      );
      return [];
    }
  });
  if (problems.length === known && definitions.length === 0)
    problems.push({ file, text: "holds no definition; write one, or remove the file" });
  return definitions;
}

/** The lines of a text: of one that is not YAML, the parser itself misses some. */
function textLines(text: string): yaml.LineCounter {
  const lines = new yaml.LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  return lines;
}

/** Of the errors in one line the first: the others come of it. */
function firstOfLines(errors: readonly yaml.YAMLError[], lines: yaml.LineCounter): yaml.YAMLError[] {
  const seen = new Set<number>();
  return errors.filter(({ pos }) => {
    const { line } = lines.linePos(pos[0]);
    return !seen.has(line) && seen.add(line);
  });
}

/** The documents of a text; none where it is too deep: what is made of it calls itself a level, and Node's stack ends. */
function documentsIn(text: string, report: ReportProblem): yaml.Document.Parsed[] {
  const parser = new yaml.Parser();
  const tokens: yaml.CST.Token[] = [];
  for (const lexeme of new yaml.Lexer().lex(text)) {
    const offset = parser.offset;
    tokens.push(...parser.next(lexeme));
    // the document stands below them
    if (parser.stack.length <= LEVELS + 1) continue;
    report(offset, `more than ${LEVELS} levels, one in another; no definition needs so many`);
    return [];
  }
  tokens.push(...parser.end());
  const composer = new yaml.Composer({
    resolveKnownTags: false,
    // compares each key with each
    uniqueKeys: false,
  });
  return Array.from(composer.compose(tokens)) as yaml.Document.Parsed[];
}

function isBlank(contents: yaml.ParsedNode | null): contents is null {
  return contents === null || (yaml.isScalar(contents) && contents.value === null && contents.source === "");
}

type KeyedPair = yaml.Pair<yaml.Node, yaml.Node | null>;

const keptPairs = new WeakMap<yaml.YAMLMap<yaml.Node, yaml.Node | null>, ReadonlyMap<string, KeyedPair>>();

/** The pairs of a map by their keys. Kept, because a map may contain thousands of problems. */
function pairsIn(map: yaml.YAMLMap<yaml.Node, yaml.Node | null>): ReadonlyMap<string, KeyedPair> {
  const known = keptPairs.get(map);
  if (known !== undefined) return known;
  // of two with one key, the first
  const pairs = new Map(
    [...map.items].reverse().flatMap((pair) => (yaml.isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])),
  );
  keptPairs.set(map, pairs);
  return pairs;
}

function offsetOf(root: yaml.ParsedNode, path: readonly PropertyKey[], isKey = false): number {
  let at: yaml.Node = root;
  for (const [index, step] of path.entries()) {
    const pair: KeyedPair | undefined = yaml.isMap<yaml.Node, yaml.Node | null>(at)
      ? pairsIn(at).get(String(step))
      : undefined;
    if (isKey && index === path.length - 1 && pair !== undefined) return nodeOffset(pair.key);
    const inner: unknown = pair?.value ?? (yaml.isCollection(at) && !yaml.isMap(at) ? at.get(step, true) : undefined);
    if (inner === undefined) break;
    at = inner as yaml.Node;
  }
  return nodeOffset(at);
}

import * as yaml from "yaml";
import { isTooDeep } from "../value/json";
import type { Path } from "../value/value";
import type { DefinitionFile, DefinitionPlace, DefinitionProblem } from "./definition-files";
import {
  jsonErrorOffset,
  nodeOffset,
  ODD_INDENT,
  oddIndentOffset,
  type ReportProblem,
  reportMisread,
  syntaxErrorOffset,
  syntaxText,
} from "./syntax";

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

// to find keys that stand twice, the parser would compare each with each
const OPTIONS = { prettyErrors: false, resolveKnownTags: false, uniqueKeys: false } as const;

/**
 * Reads the documents of a file: YAML 1.2, or JSON where the file's name says so. Of a file that has some, those without
 * content are skipped.
 *
 * @param problems takes what is wrong
 */
export function definitionsIn({ name: file, text }: DefinitionFile, problems: DefinitionProblem[]): Definition[] {
  const lines = textLines(text);
  const placeOf = (offset: number) => {
    const { line, col: column } = lines.linePos(offset);
    return { file, line, column };
  };
  const report: ReportProblem = (offset, what) => {
    problems.push({ ...placeOf(offset), text: what });
  };
  // what YAML would make of it is not what was meant
  const jsonError = /\.json$/i.test(file) && text.trim() !== "" ? jsonErrorOffset(text) : undefined;
  if (jsonError !== undefined) {
    report(jsonError, NOT_JSON);
    return [];
  }

  const known = problems.length;
  const definitions = [...yaml.parseAllDocuments(text, OPTIONS)].flatMap((document): Definition[] => {
    const { contents } = document;
    const before = problems.length;
    const value = documentValue(document, text, report);
    if (contents === null || value === undefined) return [];
    return [
      {
        value,
        file,
        isMisread: problems.length > before,
        placeAt: (path) => placeOf(offsetOf(contents, path)),
        report: (path, what, isKey) => report(offsetOf(contents, path, isKey), what),
      },
    ];
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

/** What a document says; undefined where it says nothing, or where nobody can tell. */
function documentValue(document: yaml.Document.Parsed, text: string, report: ReportProblem): unknown {
  const { contents, directives, errors, warnings } = document;
  // 1.1 reads "yes" and "010" as something else
  if (directives.yaml.version === "1.1") return report(0, "%YAML 1.1: only YAML 1.2 is read; remove the directive");
  // what comes after the first comes of it
  const [error] = [...errors, ...warnings];
  if (error !== undefined) {
    const odd = oddIndentOffset(text);
    return odd === undefined ? report(syntaxErrorOffset(document, error), syntaxText(error)) : report(odd, ODD_INDENT);
  }
  if (contents === null || isBlank(contents) || reportMisread(document, text, report)) return undefined;
  try {
    const value: unknown = document.toJS();
    return isTooDeep(value) ? report(nodeOffset(contents), TOO_MUCH) : value;
  } catch {
    return report(nodeOffset(contents), TOO_MUCH);
  }
}

function isBlank(contents: yaml.ParsedNode): boolean {
  return yaml.isScalar(contents) && contents.value === null && contents.source === "";
}

/** Where the value at a path begins, or what contains it; with `isKey`, where its key does. */
function offsetOf(root: yaml.ParsedNode, path: readonly PropertyKey[], isKey = false): number {
  let at: yaml.Node = root;
  for (const [index, step] of path.entries()) {
    const isKeyHere = ({ key }: yaml.Pair<yaml.Node>) => yaml.isScalar(key) && String(key.value) === String(step);
    const pair = yaml.isMap<yaml.Node>(at) ? at.items.find(isKeyHere) : undefined;
    if (isKey && index === path.length - 1 && pair !== undefined) return nodeOffset(pair.key);
    const inner: unknown = yaml.isSeq(at) ? at.items[Number(step)] : pair?.value;
    if (!yaml.isNode(inner)) break;
    at = inner;
  }
  return nodeOffset(at);
}

const NOT_JSON =
  "not valid JSON: keys and texts are in double quotes, a comma is between two entries and behind none, each bracket and quote is closed, and there are no comments";
const TOO_MUCH =
  "it has too many levels, one in another, or its aliases stand for too much; write out what it declares";

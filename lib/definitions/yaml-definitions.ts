import * as yaml from "yaml";
import { misreadCharacter } from "../text/characters";
import { conflictsIn } from "../text/conflicts";
import { jsonProblem } from "../text/json-text";
import { isTooDeep } from "../value/json";
import type { Path } from "../value/value";
import type { DefinitionFile, DefinitionPlace, DefinitionProblem } from "./definition-files";
import { HCL, hclOffset, withoutDocumentMarks } from "./file-text";
import {
  nodeOffset,
  notJsonText,
  oddColonOffset,
  oddIndentOffset,
  type ReportProblem,
  reportMisread,
  SEVERAL,
  syntaxErrorOffset,
  syntaxText,
} from "./syntax";

/** A document of a file, or an element of one that is a list: what it says, and where. */
export interface Definition {
  /** Of any type. */
  readonly value: unknown;
  /** The name of its file. */
  readonly file: string;
  /** The directory of its file, by its real path. */
  readonly directory: string;
  /** Whether its document has a problem already, so that a key or a number in it is not what was meant. */
  readonly isMisread: boolean;
  /** Where the value at a path is, or what contains it. */
  readonly placeAt: (path: Path) => DefinitionPlace;
  /** The text at a path as it stands there; undefined where that is no text, or in quotes. */
  readonly plainTextAt: (path: Path) => string | undefined;
  /** Says what is wrong with the value at a path, or with what contains it; with `isKey`, with its key. */
  readonly report: (path: readonly PropertyKey[], text: string, isKey?: boolean) => undefined;
}

/** The key by which editors find the schema of a document. */
export const SCHEMA = "$schema";

// to find keys that stand twice, the parser would compare each with each
const OPTIONS = { prettyErrors: false, resolveKnownTags: false, uniqueKeys: false } as const;

/**
 * Reads the definitions of a file: YAML 1.2, or JSON where the file's name says so. A document that is a list has one in each
 * element. Of a file that has some, documents without content are skipped.
 *
 * @param problems takes what is wrong
 */
export function definitionsIn(file: DefinitionFile, problems: DefinitionProblem[]): Definition[] {
  const known = problems.length;
  const definitions = documentsIn(file, problems).flatMap(definitionsInDocument);
  if (problems.length === known && definitions.length === 0)
    problems.push({ file: file.name, text: "holds no definition; write one, or remove the file" });
  return definitions;
}

/** Reads the documents of a file, each as it is. */
export function wholeDocumentsIn(file: DefinitionFile, problems: DefinitionProblem[]): Definition[] {
  return documentsIn(file, problems).map((document) => definitionAt(document, document.contents, document.value));
}

/** A document with content, of which somebody can tell what it says. */
interface ReadDocument extends Pick<Definition, "value" | "file" | "directory" | "isMisread"> {
  readonly contents: yaml.Node;
  readonly placeOf: (offset: number) => DefinitionPlace;
  readonly reportAt: ReportProblem;
}

function documentsIn(
  { name: file, directory, text: given }: DefinitionFile,
  problems: DefinitionProblem[],
): ReadDocument[] {
  const text = withoutDocumentMarks(given);
  const lines = textLines(text);
  const placeOf = (offset: number) => {
    const { line, col: column } = lines.linePos(offset);
    return { file, line, column };
  };
  const reportAt: ReportProblem = (offset, what) => {
    problems.push({ ...placeOf(offset), text: what });
  };
  const conflicts = conflictsIn(text);
  for (const conflict of conflicts) reportAt(conflict.offset, conflict.text);
  if (conflicts.length > 0) return [];
  const hcl = hclOffset(text);
  if (hcl !== undefined) {
    reportAt(hcl, HCL);
    return [];
  }
  const isJson = /\.json$/i.test(file);
  // what YAML would make of it is not what was meant
  const notJson = isJson && text.trim() !== "" ? jsonProblem(text) : undefined;
  if (notJson !== undefined) {
    reportAt(notJson.offset, notJson.cause === "several" ? SEVERAL : notJsonText(text, notJson.offset));
    return [];
  }
  return [...yaml.parseAllDocuments(text, OPTIONS)].flatMap((document): ReadDocument[] => {
    const { contents } = document;
    const before = problems.length;
    const value = documentValue(document, text, isJson, reportAt);
    if (contents === null || value === undefined) return [];
    return [{ value, file, directory, contents, isMisread: problems.length > before, placeOf, reportAt }];
  });
}

function definitionsInDocument(document: ReadDocument): Definition[] {
  const { contents, value } = document;
  if (!yaml.isSeq<yaml.Node>(contents) || !Array.isArray(value)) return [definitionAt(document, contents, value)];
  return contents.items.map((element, index) => definitionAt(document, element, value[index]));
}

function definitionAt(
  { file, directory, isMisread, placeOf, reportAt }: ReadDocument,
  node: yaml.Node,
  value: unknown,
): Definition {
  return {
    value,
    file,
    directory,
    isMisread,
    placeAt: (path) => placeOf(offsetOf(node, path)),
    plainTextAt: (path) => {
      const at = nodeAt(node, path);
      return yaml.isScalar(at) && at.type === "PLAIN" ? at.source : undefined;
    },
    report: (path, what, isKey) => reportAt(offsetOf(node, path, isKey), what),
  };
}

/** The lines of a text: of one that is not YAML, the parser itself misses some. */
function textLines(text: string): yaml.LineCounter {
  const lines = new yaml.LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  return lines;
}

/** What a document says; undefined where it says nothing, or where nobody can tell. */
function documentValue(document: yaml.Document.Parsed, text: string, isJson: boolean, report: ReportProblem): unknown {
  const { contents, directives, errors, warnings } = document;
  // 1.1 reads "yes" and "010" as something else
  if (directives.yaml.version === "1.1") return report(0, "%YAML 1.1: only YAML 1.2 is read; remove the directive");
  // what comes after the first comes of it
  const [error] = [...errors, ...warnings];
  if (error !== undefined) {
    const [indent, colon] = [oddIndentOffset(text), oddColonOffset(text)];
    const odd = indent ?? colon;
    if (odd === undefined) return report(syntaxErrorOffset(document, error), syntaxText(error));
    const advice = indent === undefined ? "write a plain colon, and a plain space behind it" : "indent by plain spaces";
    return report(odd, `not valid YAML: ${misreadCharacter(text, odd) ?? "a sign of another kind"}; ${advice}`);
  }
  if (contents === null || isBlank(contents) || reportMisread(document, text, isJson, report)) return undefined;
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
function offsetOf(root: yaml.Node, path: readonly PropertyKey[], isKey?: boolean): number {
  return nodeOffset(nodeAt(root, path, isKey));
}

/** The value at a path, or what contains it; with `isKey`, its key. */
function nodeAt(root: yaml.Node, path: readonly PropertyKey[], isKey = false): yaml.Node {
  let at: yaml.Node = root;
  for (const [index, step] of path.entries()) {
    const isKeyHere = ({ key }: yaml.Pair<yaml.Node>) => yaml.isScalar(key) && String(key.value) === String(step);
    const pair = yaml.isMap<yaml.Node>(at) ? at.items.find(isKeyHere) : undefined;
    if (isKey && index === path.length - 1 && pair !== undefined) return pair.key;
    const inner: unknown = yaml.isSeq(at) ? at.items[Number(step)] : pair?.value;
    if (!yaml.isNode(inner)) break;
    at = inner;
  }
  return at;
}

const TOO_MUCH =
  "it has too many levels, one in another, or its aliases stand for too much; write out what it declares";

import * as yaml from "yaml";
import type { DefinitionFile } from "./definition-files";
import type { DefinitionProblem, FilePlace } from "./definition-problem";

/** One document of a file: what it says, and where. */
export interface Definition {
  readonly file: string;
  /** The value of the document, of any type. */
  readonly value: unknown;
  /** The place of the value at a path, or of what contains it; with `isKey`, the place of its key. */
  readonly placeOf: (path: readonly PropertyKey[], isKey?: boolean) => FilePlace;
}

/** What a file holds. */
export interface ReadDefinitions {
  readonly definitions: readonly Definition[];
  readonly problems: readonly DefinitionProblem[];
}

/** Says what is wrong at an offset of a file. */
type Report = (offset: number, text: string) => void;

/** How many collections may stand one in another. */
const LEVELS = 100;

/** Reads the documents of a file: YAML 1.2, or JSON where the file's name says so. Documents without content are skipped. */
export function definitionsIn({ name: file, text }: DefinitionFile): ReadDefinitions {
  const problems: DefinitionProblem[] = [];
  const lines = new yaml.LineCounter();
  const placeAt = (offset: number): FilePlace => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const report: Report = (offset, what) => problems.push({ file, ...placeAt(offset), text: what });

  const documents = documentsIn(text, lines, report);
  const definitions = documents.flatMap((document): Definition[] => {
    const { contents, directives, errors, warnings } = document;
    const refused = [...errors, ...warnings];
    for (const { code, message, pos } of refused) report(pos[0], syntaxText(code, message));
    if (directives.yaml.version === "1.1") report(0, "%YAML 1.1: only YAML 1.2 is read; remove the directive");
    if (refused.length > 0 || isBlank(contents) || isMisread(document, report)) return [];
    try {
      return [{ file, value: document.toJS() as unknown, placeOf: (...at) => placeAt(offsetOf(contents, ...at)) }];
    } catch {
      report(
        contents.range[0],
        "its aliases stand for too much, so that nobody can tell what it declares; write it out",
      );
      return [];
    }
  });
  if (problems.length === 0 && /\.json$/i.test(file)) checkJson(text, documents, report);
  return { definitions, problems };
}

/** The documents of a text; none where it is too deep: what is made of it calls itself a level, and Node's stack ends. */
function documentsIn(text: string, lines: yaml.LineCounter, report: Report): yaml.Document.Parsed[] {
  const parser = new yaml.Parser(lines.addNewLine);
  const tokens: yaml.CST.Token[] = [];
  lines.addNewLine(0);
  for (const lexeme of new yaml.Lexer().lex(text)) {
    const offset = parser.offset;
    tokens.push(...parser.next(lexeme));
    // the document stands below them
    if (parser.stack.length <= LEVELS + 1) continue;
    report(offset, `more than ${LEVELS} levels, one in another; no definition needs as many`);
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

/** Reports what would be read as something else than what stands there. */
function isMisread(document: yaml.Document.Parsed, report: Report): boolean {
  const anchors = new Set<string>();
  let isMisread = false;
  yaml.visit(document, {
    Node(position, node) {
      const offset = nodeOffset(node);
      const refuse = (what: string) => {
        isMisread = true;
        report(offset, what);
      };
      if (yaml.isAlias(node) && !anchors.has(node.source)) return refuse(NO_ANCHOR);
      if (!yaml.isAlias(node) && node.anchor !== undefined) anchors.add(node.anchor);
      if (yaml.isMap(node)) for (const again of repeatedKeys(node)) report(nodeOffset(again), REPEATED);
      if (position === "key" && !(yaml.isScalar(node) && isKeyAsWritten(node))) return refuse(NO_KEY);
      if (yaml.isScalar(node) && isRounded(node)) report(offset, ROUNDED);
    },
  });
  return isMisread;
}

/** Reports text that is YAML and no JSON. */
function checkJson(text: string, documents: readonly yaml.Document.Parsed[], report: Report): void {
  try {
    JSON.parse(text);
  } catch (error) {
    const [, position] = /at position (\d+)/.exec((error as Error).message) ?? [];
    const offset = position === undefined ? unquotedOffset(documents) : Number(position);
    report(offset ?? text.length, "no JSON; correct it, or name the file .yaml");
  }
}

/** Where the first word stands that JSON has only in quotes: the parser tells no place then. */
function unquotedOffset(documents: readonly yaml.Document.Parsed[]): number | undefined {
  const offsets: number[] = [];
  for (const document of documents)
    yaml.visit(document, {
      Scalar(_, node) {
        const isJson = node.type === "QUOTE_DOUBLE" || /^(true|false|null|-?\d[\d.eE+-]*)$/.test(node.source ?? "");
        if (!isJson) offsets.push(nodeOffset(node));
      },
    });
  return offsets[0];
}

/** The keys of a map that stand there before. */
function repeatedKeys({ items }: yaml.YAMLMap): yaml.Node[] {
  const seen = new Set<string>();
  return items.flatMap(({ key }) => {
    if (!yaml.isScalar(key)) return [];
    const name = String(key.value);
    if (seen.has(name)) return [key];
    seen.add(name);
    return [];
  });
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

function nodeOffset({ range }: yaml.Node): number {
  return range?.[0] ?? 0;
}

/** A syntax error in our words. What the parser quotes of the file is left out: it may be a secret. */
function syntaxText(code: string, message: string): string {
  if (code === "TAG_RESOLVE_FAILED") return "a tag; only plain values are read, so remove it";
  const [words = ""] = message.split(/:? ["\\]/);
  return `no YAML: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** Whether a key is the text that stands there: a field named 012 would be 12. */
function isKeyAsWritten({ value, type, source }: yaml.Scalar): boolean {
  return type === "PLAIN" ? value !== null && source !== "<<" && String(value) === source : typeof value === "string";
}

/** Whether a whole number has more digits than JavaScript keeps, so that the service would get another one. */
function isRounded({ value, source = "" }: yaml.Scalar): boolean {
  if (typeof value !== "number" || !/^([-+]?\d{16,}|0x[\da-f]{14,})$/i.test(source)) return false;
  return BigInt(source) !== BigInt(value) && source !== String(value);
}

const REPEATED = "this key stands there already; a key may stand in a map only once";
const NO_ANCHOR = "an alias (*) stands for an anchor (&) that is not there, or comes later";
const NO_KEY = "a key that is no text as it stands; write it in quotes (YAML 1.2 merges no maps by <<)";
const ROUNDED = "a whole number of so many digits would be rounded; write it in quotes, as text";

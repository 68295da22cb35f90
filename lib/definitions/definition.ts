import type { CST, Document, Node, Pair, ParsedNode, Scalar, YAMLMap } from "yaml";
import type { DefinitionFile } from "./definition-files";
import { type DefinitionProblem, type FilePlace, offsetPlaces } from "./definition-problem";

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

type KeyedPair = Pair<Node, Node | null>;

/** How many collections may stand one in another. */
const LEVELS = 100;

/** Reads the documents of a file: YAML 1.2, or JSON where the file's name says so. Documents without content are skipped. */
export function definitionsIn({ name: file, text }: DefinitionFile): ReadDefinitions {
  // only those who have such files load it
  const { Composer, isAlias, isCollection, isMap, isScalar, Lexer, Parser, visit } =
    require("yaml") as typeof import("yaml");
  const problems: DefinitionProblem[] = [];
  const placeAt = offsetPlaces(text);
  const pairs = new WeakMap<YAMLMap<Node, Node | null>, ReadonlyMap<string, KeyedPair>>();
  const report = (offset: number, what: string) => problems.push({ file, ...placeAt(offset), text: what });

  const tokens = shallowTokens();
  if (tokens === undefined) return { definitions: [], problems };
  const composer = new Composer({
    resolveKnownTags: false,
    // compares each key with each
    uniqueKeys: false,
  });
  const documents = Array.from(composer.compose(tokens)) as Document.Parsed[];
  const definitions = documents.flatMap((document): Definition[] => {
    const { contents, directives, errors, warnings } = document;
    const refused = [...errors, ...warnings];
    for (const { code, message, pos } of refused) report(pos[0], syntaxText(code, message));
    if (directives.yaml.version === "1.1") report(0, "%YAML 1.1: only YAML 1.2 is read; remove the directive");
    if (refused.length > 0 || isBlank(contents) || isMisread(document)) return [];
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
  if (problems.length === 0 && /\.json$/i.test(file)) checkJson();
  return { definitions, problems };

  /** What stands in the text, or undefined and a problem: what is made of it calls itself a level, and Node's stack ends. */
  function shallowTokens(): CST.Token[] | undefined {
    const parser = new Parser();
    const found: CST.Token[] = [];
    for (const lexeme of new Lexer().lex(text)) {
      const offset = parser.offset;
      found.push(...parser.next(lexeme));
      // the document stands below them
      if (parser.stack.length <= LEVELS + 1) continue;
      report(offset, `more than ${LEVELS} levels, one in another; no definition needs as many`);
      return undefined;
    }
    return [...found, ...parser.end()];
  }

  /** Reports what would be read as something else than what stands there. */
  function isMisread(document: Document.Parsed): boolean {
    const anchors = new Set<string>();
    let isMisread = false;
    visit(document, {
      Node(position, node) {
        const offset = node.range?.[0] ?? 0;
        const refuse = (what: string) => {
          isMisread = true;
          report(offset, what);
        };
        if (isAlias(node) && !anchors.has(node.source)) return refuse(NO_ANCHOR);
        if (!isAlias(node) && node.anchor !== undefined) anchors.add(node.anchor);
        if (isMap(node)) for (const again of repeatedKeys(node)) report(again.range?.[0] ?? 0, REPEATED);
        if (position === "key" && !(isScalar(node) && isKeyAsWritten(node))) return refuse(NO_KEY);
        if (isScalar(node) && isRounded(node)) report(offset, ROUNDED);
      },
    });
    return isMisread;
  }

  /** Reports text that is YAML and no JSON. */
  function checkJson(): void {
    try {
      JSON.parse(text);
    } catch (error) {
      const [, position] = /at position (\d+)/.exec((error as Error).message) ?? [];
      report(
        position === undefined ? unquotedOffset() : Number(position),
        "no JSON; correct it, or name the file .yaml",
      );
    }
  }

  /** Where the first word stands that JSON has only in quotes: the parser tells no place then. */
  function unquotedOffset(): number {
    let offset = text.length;
    for (const document of documents)
      visit(document, {
        Scalar(_, { type, source = "", range }) {
          if (type === "QUOTE_DOUBLE" || /^(true|false|null|-?\d[\d.eE+-]*)$/.test(source)) return;
          offset = Math.min(offset, range?.[0] ?? offset);
        },
      });
    return offset;
  }

  function repeatedKeys({ items }: YAMLMap): Node[] {
    const seen = new Set<string>();
    return items.flatMap(({ key }) => {
      if (!isScalar(key)) return [];
      const name = String(key.value);
      if (seen.has(name)) return [key];
      seen.add(name);
      return [];
    });
  }

  function isBlank(contents: ParsedNode | null): contents is null {
    return contents === null || (isScalar(contents) && contents.value === null && contents.source === "");
  }

  /** The pairs of a map by their keys: found once, however many places in the map are asked for. */
  function pairsIn(map: YAMLMap<Node, Node | null>): ReadonlyMap<string, KeyedPair> {
    const known = pairs.get(map);
    if (known !== undefined) return known;
    // of two with one key, the first
    const found = new Map(
      [...map.items].reverse().flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])),
    );
    pairs.set(map, found);
    return found;
  }

  function offsetOf(root: ParsedNode, path: readonly PropertyKey[], isKey = false): number {
    let at: Node = root;
    for (const [index, step] of path.entries()) {
      const pair: KeyedPair | undefined = isMap<Node, Node | null>(at) ? pairsIn(at).get(String(step)) : undefined;
      if (isKey && index === path.length - 1 && pair !== undefined) return pair.key.range?.[0] ?? 0;
      const inner: unknown = pair?.value ?? (isCollection(at) && !isMap(at) ? at.get(step, true) : undefined);
      if (inner === undefined) break;
      at = inner as Node;
    }
    return at.range?.[0] ?? 0;
  }
}

/** A syntax error in our words. What the parser quotes of the file is left out: it may be a secret. */
function syntaxText(code: string, message: string): string {
  if (code === "TAG_RESOLVE_FAILED") return "a tag; only plain values are read, so remove it";
  const [words = ""] = message.split(/:? ["\\]/);
  return `no YAML: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** Whether a key is the text that stands there: a field named 012 would be 12. */
function isKeyAsWritten({ value, type, source }: Scalar): boolean {
  return type === "PLAIN" ? value !== null && source !== "<<" && String(value) === source : typeof value === "string";
}

/** Whether a whole number has more digits than JavaScript keeps, so that the service would get another one. */
function isRounded({ value, source = "" }: Scalar): boolean {
  if (typeof value !== "number" || !/^([-+]?\d{16,}|0x[\da-f]{14,})$/i.test(source)) return false;
  return BigInt(source) !== BigInt(value) && source !== String(value);
}

const REPEATED = "this key stands there already; a key may stand in a map only once";
const NO_ANCHOR = "an alias (*) stands for an anchor (&) that is not there, or comes later";
const NO_KEY = "a key that is no text as it stands; write it in quotes (YAML 1.2 merges no maps by <<)";
const ROUNDED = "a whole number of so many digits would be rounded; write it in quotes, as text";

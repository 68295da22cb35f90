import * as yaml from "yaml";

/** Says what is wrong at an offset of a file. */
export type ReportProblem = (offset: number, text: string) => undefined;

/**
 * Reports what would be read as something else than what stands there.
 *
 * @param text of the file
 * @returns whether nothing can be made of the document
 */
export function reportMisread(document: yaml.Document.Parsed, text: string, report: ReportProblem): boolean {
  const anchors = new Set<string>();
  let isMisread = false;
  const refuse = (node: yaml.Node, what: string) => {
    isMisread = true;
    report(nodeOffset(node), what);
    return yaml.visit.SKIP;
  };
  yaml.visit(document, {
    Pair(_, { key, value }, { length }) {
      if (yaml.isScalar(key) && value === null)
        return refuse(key, typeof key.value === "number" ? COMMA_IN_NUMBER : NO_COLON);
      // of the definition itself, not of what stands in it
      if (length !== 2 || !yaml.isScalar(key) || !yaml.isScalar(value)) return undefined;
      const isSql = key.value === "query" || key.value === "sql";
      return isSql && isCutShort(value, text) ? report(nodeOffset(value), CUT_SHORT) : undefined;
    },
    Node(position, node) {
      if (yaml.isAlias(node) && !anchors.has(node.source)) return refuse(node, NO_ANCHOR);
      if (!yaml.isAlias(node) && node.anchor !== undefined) anchors.add(node.anchor);
      if (yaml.isMap(node)) reportRepeated(node, node === document.contents, report);
      if (position === "key" && !(yaml.isScalar(node) && isKeyAsWritten(node))) return refuse(node, keyProblem(node));
      return yaml.isScalar(node) && isRounded(node) ? report(nodeOffset(node), ROUNDED) : undefined;
    },
  });
  return isMisread;
}

/** Reports keys that stand in a map twice. Where the `kind` of a definition does, all that follows is another one. */
function reportRepeated(map: yaml.YAMLMap, isDefinition: boolean, report: ReportProblem): void {
  const repeated = repeatedKeys(map);
  const kind = isDefinition && repeated.find((key) => yaml.isScalar(key) && key.value === "kind");
  if (kind) report(nodeOffset(kind), SECOND_KIND);
  else for (const key of repeated) report(nodeOffset(key), REPEATED);
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

/** Whether a key is the text that stands there: a field named 012 would be 12. */
function isKeyAsWritten({ value, type, source }: yaml.Scalar): boolean {
  return type === "PLAIN" ? value !== null && source !== "<<" && String(value) === source : typeof value === "string";
}

/** Why a key is refused that is not the text that stands there. */
function keyProblem(key: yaml.Node): string {
  if (yaml.isCollection(key))
    return "a map or a list in the place of a key; nothing fills in templates such as {{ x }}";
  if (yaml.isScalar(key) && key.source === "<<") return "<< merges no maps in YAML 1.2; write their fields out";
  return "a key that is not text as it stands; write it in quotes";
}

/** Whether a whole number has more digits than JavaScript keeps, so that the service would get another one. */
function isRounded({ value, source = "" }: yaml.Scalar): boolean {
  if (typeof value !== "number" || !/^([-+]?\d{16,}|0x[\da-f]{14,}|0o[0-7]{18,})$/i.test(source)) return false;
  return BigInt(source) !== BigInt(value) && source !== String(value);
}

/** Whether SQL has a comment to the end of a line, and lines become one, so that the comment takes what comes after. */
function isCutShort({ value, range }: yaml.Scalar, text: string): boolean {
  const source = text.slice(range?.[0], range?.[1]).trimEnd();
  const comments = source.match(/--[^\\\n]*(?=\n)/g) ?? [];
  const lines = String(value)
    .split("\n")
    .map((line) => line.trimEnd());
  return comments.some((comment) => !lines.some((line) => line.endsWith(comment.trimEnd())));
}

const SECOND_KIND = "a second kind; where another definition begins, put a line with --- before it";
const REPEATED = "this key stands there already; a key may stand in a map only once";
/** The key is not shown: where the space is missing, the value is in it, which may be a secret. */
const NO_COLON = "a key without a value; put a colon and a space between the two, as in { size: 50 }";
const COMMA_IN_NUMBER = "a number without a value; where it is the end of another, use a point: { size: 33.3 }";
const NO_ANCHOR = "an alias (*) stands for an anchor (&) that is not there, or comes later";
const CUT_SHORT = "its lines become one, so a -- in it makes a comment of all that follows; put it behind a |";
const ROUNDED = "a whole number of so many digits would be rounded; write it in quotes, as text";

/** Where a node begins. */
export function nodeOffset({ range }: yaml.Node): number {
  return range?.[0] ?? 0;
}

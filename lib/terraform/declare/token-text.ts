import { type IResolvable, Token, Tokenization } from "cdktf";
import type { PlacelessProblem } from "../../api/problems";

/** Whether a text contains a token. */
export function hasToken(text: string): boolean {
  return (
    Token.isUnresolved(text) || (text.includes("e+298") && numbersIn(text).some((piece) => typeof piece !== "string"))
  );
}

/** Splits text at its tokens. */
export function fragmentsOf(text: string): (string | IResolvable)[] {
  const fragments: (string | IResolvable)[] = [];
  let rest = text;
  for (const token of Tokenization.reverseString(text).tokens) {
    const marker = Token.asString(token);
    const start = rest.indexOf(marker);
    fragments.push(...numbersIn(rest.slice(0, start)), token);
    rest = rest.slice(start + marker.length);
  }
  fragments.push(...numbersIn(rest));
  return fragments;
}

/** A number above which none is a token: to ask the framework takes longer. */
export const HIGHEST_TOKEN = -1e289;

/** The token that a number encodes; undefined for a number that only looks like one. */
export function numberToken(value: number): IResolvable | undefined {
  return givenOut(() => Tokenization.reverseNumber(value));
}

/** The token that a value is or encodes, as text, number, list or map; undefined for any other value. */
export function tokenOf(value: unknown): IResolvable | undefined {
  switch (typeof value) {
    case "string": {
      const [only, ...others] = hasToken(value) ? fragmentsOf(value) : [];
      return typeof only === "object" && others.length === 0 ? only : undefined;
    }
    case "number":
      return numberToken(value);
    case "object":
      if (value === null || Tokenization.isResolvable(value)) return value ?? undefined;
      if (!Token.isUnresolved(value)) return undefined;
      return Array.isArray(value) ? listToken(value) : Tokenization.reverseMap(value as Record<string, unknown>);
    default:
      return undefined;
  }
}

/** The token that a list encodes by its only element; undefined for any other list. */
export function listToken(list: readonly unknown[]): IResolvable | undefined {
  const [only] = list;
  if (list.length !== 1) return undefined;
  if (typeof only === "number" && only < HIGHEST_TOKEN) return givenOut(() => Tokenization.reverseNumberList([only]));
  // the framework takes longer to find that there is none
  return typeof only === "string" && only.startsWith("#{")
    ? givenOut(() => Tokenization.reverseList([only]))
    : undefined;
}

/** A token that cdktf may not have given out: it throws for text and numbers that only look like one. */
function givenOut(find: () => IResolvable | undefined): IResolvable | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

/** Splits text at number tokens: numbers of a reserved range that a template literal has turned into digits. */
function numbersIn(text: string): (string | IResolvable)[] {
  return text
    .split(/(-8\.\d+e\+298)/)
    .filter((piece) => piece !== "")
    .map((piece) => (NUMBER_TOKEN.test(piece) ? (numberToken(Number(piece)) ?? piece) : piece));
}

const NUMBER_TOKEN = /^-8\.\d+e\+298$/;

/** The problem of an element of a list that a token stands for: a number, or within text. Undefined where there is none. */
export function elementProblem(value: number | string): PlacelessProblem | undefined {
  const isElement =
    typeof value === "number"
      ? listToken([value]) !== undefined
      : /#\{TfToken\[[\w:.-]+\]\}/.test(value) ||
        value.match(/-1\.888\d+e\+289/g)?.some((digits) => listToken([Number(digits)]) !== undefined);
  return isElement ? ELEMENT : undefined;
}

const ELEMENT: PlacelessProblem = {
  allowed:
    "contains an element of a list that a token stands for. Only Terraform knows which elements it has: pass the list " +
    "unchanged, or use Fn.element(list, 0) for one of them, Fn.join for their text, and Fn.concat to add others",
  isWhole: true,
};

/** What is left of cdktf's token markers when code changes their case, cuts them or reverses them. */
const REMAINS = [
  /TfToken\[/i,
  /\[nekoTfT/i,
  /[$#&]\{Tf(?:T(?:o(?:k(?:en?)?)?)?)?$/i,
  /^[A-Za-z[]*N\.\d+\]\}/i,
  /-8\.\d+E\+298/,
];

/** What a text has in which any of these or an element of a list is found. */
const SUSPECT = /TfT|\{Tf|N\.\d|e\+2(?:89|98)/i;

/** The problem of a text with the remains of a token; undefined when it has none. */
export function alteredToken(text: string): PlacelessProblem | undefined {
  if (!SUSPECT.test(text)) return undefined;
  const ofList = elementProblem(text);
  if (ofList !== undefined) return ofList;
  if (!REMAINS.some((remains) => remains.test(text))) return undefined;
  return {
    allowed:
      "contains a token that code has changed (toUpperCase, slice and the like). A token stands for a value that is not " +
      "known yet, so no text function can work on it: pass the token unchanged, change a Terraform value with Fn.upper and " +
      "the like, and change a secret where it is stored",
    isWhole: true,
  };
}

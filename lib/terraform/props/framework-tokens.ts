/** Tokens as the framework encodes them in texts, numbers, lists and maps. */
import { type IResolvable, Token, Tokenization } from "cdktf";
import { HIGHEST_TOKEN } from "../../declare/json-walk";

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
function listToken(list: readonly unknown[]): IResolvable | undefined {
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

import { type IResolvable, Token, Tokenization } from "cdktf";
import type { Problem } from "../../api/problems";

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
  try {
    return Tokenization.reverseNumber(value);
  } catch {
    // cdktf reserves a range of numbers, and throws for one that it has not given out
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

/** What is left of cdktf's token markers when code changes their case, cuts them or reverses them. */
const REMAINS = [
  /TfToken\[/i,
  /\[nekoTfT/i,
  /[$#&]\{Tf(?:T(?:o(?:k(?:en?)?)?)?)?$/i,
  /^[A-Za-z[]*N\.\d+\]\}/i,
  /-8\.\d+E\+298/,
];

/** The problem of a text with the remains of a token; undefined when it has none. */
export function alteredToken(text: string): Omit<Problem, "path"> | undefined {
  if (!REMAINS.some((remains) => remains.test(text))) return undefined;
  return {
    allowed:
      "contains a token that code has changed (toUpperCase, slice and the like). A token stands for a value that is not " +
      "known yet, so no text function can work on it: pass the token unchanged, change a Terraform value with Fn.upper and " +
      "the like, and change a secret where it is stored",
    isWhole: true,
  };
}

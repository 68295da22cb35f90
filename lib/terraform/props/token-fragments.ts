import { type IResolvable, Token, Tokenization } from "cdktf";

/** Whether there is a token in a text. */
export function hasToken(text: string): boolean {
  return (
    Token.isUnresolved(text) || (text.includes("e+298") && numbersIn(text).some((piece) => typeof piece !== "string"))
  );
}

/** Text cut at its tokens. */
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

/** The token that a number stands for; undefined for a number that only looks so. */
export function numberToken(value: number): IResolvable | undefined {
  try {
    return Tokenization.reverseNumber(value);
  } catch {
    // cdktf takes all numbers of a range for its own, and knows those that it has given out
    return undefined;
  }
}

/** Text cut at number tokens: doubles of a reserved range that a template literal has turned into digits. */
function numbersIn(text: string): (string | IResolvable)[] {
  return text
    .split(/(-8\.\d+e\+298)/)
    .filter((piece) => piece !== "")
    .map((piece) => (NUMBER_TOKEN.test(piece) ? (numberToken(Number(piece)) ?? piece) : piece));
}

const NUMBER_TOKEN = /^-8\.\d+e\+298$/;

import type { Problem } from "../../api/problems";

/** What cdktf's markers of tokens leave behind when code changes the case, cuts the text or turns it round. */
const REMAINS = [
  /TfToken\[/i,
  /\[nekoTfT/i,
  /[$#&]\{Tf(?:T(?:o(?:k(?:en?)?)?)?)?$/i,
  /^[A-Za-z[]*N\.\d+\]\}/i,
  /-8\.\d+E\+298/,
];

/** What is wrong with a text that holds what is left of a token; undefined when it holds none. */
export function alteredToken(text: string): Omit<Problem, "path"> | undefined {
  if (!REMAINS.some((remains) => remains.test(text))) return undefined;
  return {
    allowed:
      "holds a token that code has changed (toUpperCase, slice and the like). A token stands for a value that is not known " +
      "yet, so no text function can work on it: give the token as it is, change a value of Terraform's by Fn.upper and the " +
      "like, and a secret where it is kept",
    isWhole: true,
  };
}

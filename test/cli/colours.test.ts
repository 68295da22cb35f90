import { coloursFor, isAscii } from "../../lib/cli/io";

const terminal = { isTTY: true, write: () => true };
const pipe = { write: () => true };

test.each([
  ["a terminal", terminal, {}, undefined, true],
  ["a pipe", pipe, {}, undefined, false],
  ["a file", terminal, {}, "review.txt", false],
  ["a terminal without abilities", terminal, { TERM: "dumb" }, undefined, false],
  ["a terminal with NO_COLOR", terminal, { NO_COLOR: "1" }, undefined, false],
  ["a terminal with FORCE_COLOR=0", terminal, { FORCE_COLOR: "0" }, undefined, false],
  ["a pipe with FORCE_COLOR=1", pipe, { FORCE_COLOR: "1" }, undefined, true],
  ["a file with FORCE_COLOR=1", terminal, { FORCE_COLOR: "1" }, "review.txt", false],
  ["a pipe with NO_COLOR and FORCE_COLOR", pipe, { NO_COLOR: "1", FORCE_COLOR: "1" }, undefined, false],
])("colours on %s", (_, stdout, environment, file, isColoured) => {
  expect(coloursFor({ stdout, environment }, file).red("x") !== "x").toBe(isColoured);
});

test.each([
  ["a locale of UTF-8", terminal, { LANG: "C.UTF-8" }, false],
  ["a locale in force of UTF-8", terminal, { LC_ALL: "en_US.utf8", LANG: "C" }, false],
  ["no locale", terminal, {}, false],
  ["the locale C, also in a pipe", pipe, { LANG: "C" }, true],
  ["a locale of characters without UTF-8", terminal, { LC_CTYPE: "POSIX", LANG: "C.UTF-8" }, true],
  ["a terminal without abilities", terminal, { TERM: "dumb" }, true],
  ["a pipe from one", pipe, { TERM: "dumb" }, false],
])("signs of ASCII alone in %s: %#", (_, stdout, environment, isAlone) => {
  expect(isAscii({ stdout, environment })).toBe(isAlone);
});

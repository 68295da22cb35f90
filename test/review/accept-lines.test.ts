import { acceptLinesIn, acceptWordsIn } from "../../lib/review/accept-lines";
import type { Acceptance } from "../../lib/review/acceptance";

const known = ["experiment/one_page", "experiment/it's", "experiment/dot.", "experiment/a;b"];
const isAbout = ({ entity, set }: Acceptance) => set !== undefined || known.includes(entity ?? "");
const read = (text: string) => acceptLinesIn(text, isAbout);

test.each([
  "accept ramp:experiment/one_page",
  "--accept ramp:experiment/one_page",
  "Accept  ramp:experiment/one_page ",
  "ACCEPT\tramp:experiment/one_page.",
  "accept --accept 'ramp:experiment/one_page'",
  "accept accept ramp:experiment/one_page",
  "`accept ramp:experiment/one_page`",
  "accept `ramp:experiment/one_page`.",
  "`accept` `ramp:experiment/one_page`",
  '- accept "ramp:experiment/one_page"',
  "* [x] accept ramp:experiment/one_page!",
  "1. accept ramp:experiment/one_page",
  "> accept ramp:experiment/one_page",
  "**accept ramp:experiment/one_page**",
  "“accept ramp:experiment/one_page”",
  "\u200baccept\u00a0ramp:experiment/one_page\u200b",
  "accept: ramp:experiment/one_page;",
])("%s is read", (line) => {
  expect(read(`Looks good.\r\n${line}\r\n\r\n`)).toMatchObject([
    { acceptance: { risk: "ramp", entity: "experiment/one_page" } },
  ]);
});

test.each([
  ["accept 1A2b3c4d ramp:experiment/one_page", "experiment/one_page"],
  ["`accept 1a2b3c4d ` `ramp:experiment/one_page`", "experiment/one_page"],
  ["accept 1a2b3c4d 'ramp:experiment/it'\\''s'", "experiment/it's"],
  ["accept 1a2b3c4d ramp:experiment/dot.", "experiment/dot."],
  ["accept 1a2b3c4d ramp:experiment/a;b", "experiment/a;b"],
])("%s names a commit, and an entity as it is called", (line, entity) => {
  expect(read(line)).toMatchObject([{ commit: "1a2b3c4d", acceptance: { entity } }]);
});

test("several stand in one line, of the commit that it begins with; a set has its number and digest", () => {
  const line = "accept 1a2b3c4d ramp:experiment/one_page; accept `running-horizon 9 3F9C2E1B`; ramp";
  expect(read(line).map(({ commit, acceptance }) => [commit, acceptance])).toEqual([
    ["1a2b3c4d", { risk: "ramp", entity: "experiment/one_page" }],
    ["1a2b3c4d", { risk: "running-horizon", set: "running-horizon 9 3f9c2e1b" }],
    ["1a2b3c4d", { risk: "ramp" }],
  ]);
});

test.each([
  "accept",
  "accept my thanks",
  "accept rampage:experiment/one_page",
  "accept 1a2b ramp:experiment/one_page",
  "- accept (ramp)",
])("%s begins so, and cannot be read", (line) => {
  expect(read(line)).toEqual([{ text: expect.stringContaining("accept") }]);
});

test.each([
  "I accept ramp:experiment/one_page",
  "acceptance ramp:experiment/one_page",
  "~~accept ramp:experiment/one_page~~",
  "<!--\naccept ramp:experiment/one_page\n-->",
])("%s accepts nothing", (text) => {
  expect(read(text)).toEqual([]);
});

test("without the word before it, nothing else is asked; nothing at all is no acceptance", () => {
  expect(acceptWordsIn("ramp:experiment/one_page; 'ramp'", isAbout).map(({ acceptance }) => acceptance)).toEqual([
    { risk: "ramp", entity: "experiment/one_page" },
    { risk: "ramp" },
  ]);
  expect(acceptWordsIn(" ", isAbout)).toEqual([]);
});

test("a comment of a million signs is read, and accepts nothing", () => {
  expect(acceptLinesIn(`accept ${'"'.repeat(1_000_000)}`, isAbout).map(({ acceptance }) => acceptance)).toEqual([
    undefined,
  ]);
});

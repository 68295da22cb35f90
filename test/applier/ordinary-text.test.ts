import fc from "fast-check";
import { Masking } from "../../lib/applier/masking";
import { isOrdinary } from "../../lib/applier/ordinary-text";
import { base64Of, hexOf, pairsOf } from "./encoded";

test("no mask finds anything in an ordinary text: its words are too short", () => {
  // so that many words are parts of secrets, in some encoding
  const letters = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEF0189+/-_.,'ä");
  const secret = fc.oneof(
    fc.string({ unit: letters, minLength: 1, maxLength: 40 }),
    fc
      .array(fc.constantFrom("be", "dead", "Created", "ok", "a", "experiment", "successfully"), { minLength: 1 })
      .map((words) => words.join("")),
    // hexadecimal digits of this are letters
    fc.string({ unit: fc.constantFrom("\uaaaa", "\uaaab"), minLength: 12, maxLength: 40 }),
  );
  const ways = [
    (text: string) => text,
    base64Of,
    hexOf,
    (text: string) => base64Of(base64Of(text)),
    (text: string) => pairsOf(text).join(" "),
    (text: string) => hexOf(text).replace(/.{10}/g, "$& "),
  ];
  const parts = fc.record({
    from: fc.nat(),
    length: fc.nat({ max: 20 }),
    way: fc.constantFrom(...ways),
    after: fc.constantFrom(" ", ". ", ", "),
  });
  let ordinary = 0;
  fc.assert(
    fc.property(
      fc.array(secret, { minLength: 1, maxLength: 3 }),
      fc.array(parts, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      (secrets, pieces, isTerraforms) => {
        const said = pieces.map(({ from, length, way, after }, index) => {
          const text = secrets[index % secrets.length] ?? "";
          return way(text.slice(from % text.length).slice(0, length)).replace(/[^A-Za-z ]/g, "") + after;
        });
        const text = said.join("").replace(/\s+/g, " ").trim();
        if (!isOrdinary(text, secrets)) return;
        ordinary++;
        const sensitive = { texts: isTerraforms ? secrets : [], known: "" };
        expect(new Masking(isTerraforms ? [] : secrets, sensitive).masked(text, false)).toBe(text);
      },
    ),
    { numRuns: 6_000 },
  );
  expect(ordinary).toBeGreaterThan(200);
});

test.each([
  ["Experiment created successfully.", ["secret-key-of-a-service-that-is-long"], true],
  ["Created the experiment, and its groups.", ["a-key-of-13-c", "another secret of blanks"], false],
  ["Created the experiment.", ["a-key-of-13-c", "hunter2"], false],
  ["Created: a b c d.", ["secret-key-of-a-service-that-is-long"], false],
  ["Created: eaaaabeaaa abeaaaabea.", ["\uaaab".repeat(16)], false],
  ["Experiment 'check_out-2' created: check_out-2.", ["secret-key-of-a-service-that-is-long"], true],
  ["Experiment check_out-22 created.", ["secret-key-of-a-service-that-is-long"], false],
  ["", ["secret-key"], true],
])("%j beside %j is ordinary: %j", (text, secrets, is) => {
  expect(isOrdinary(text, secrets, "check_out-2")).toBe(is);
});

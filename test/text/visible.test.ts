import fc from "fast-check";
import { quoted, unseenAt, visible, visibleLines } from "../../lib/text/visible";
import { anyCharacter } from "../support/any-character";

test.each([
  ["plain text, grün, 漢字 and 🎉", "plain text, grün, 漢字 and 🎉"],
  ["tab\tline\nescape\u001b[31m", "tab\\u0009line\\u000aescape\\u001b[31m"],
  ["soft\u00adhyphen zero\u200bwidth join\u200dnone", "soft\\u00adhyphen zero\\u200bwidth join\\u200dnone"],
  ["right \u202e left \u2028 mark \ufeff fill \u3164", "right \\u202e left \\u2028 mark \\ufeff fill \\u3164"],
  ["tag \u{e0061} half \ud83d private \ue000", "tag \\udb40\\udc61 half \\ud83d private \\ue000"],
  ["👩‍👩‍👧 👍🏽 ❤️ ☎\ufe0e 1️⃣ 🇩🇪", "👩‍👩‍👧 👍🏽 ❤️ ☎\ufe0e 1️⃣ 🇩🇪"],
  ["❤\ufe0f\ufe0f 👩\u200da 🏴\u{e0061}\u{e007f}", "❤\ufe0f\\ufe0f 👩\\u200da 🏴\\udb40\\udc61\\udb40\\udc7f"],
  [" \u3000::set-env name=x::y", " \\u3000\\u003a\\u003aset-env name=x::y"],
  ["no\u00a0break thin\u2009one ogham\u1680one", "no\\u00a0break thin\\u2009one ogham\\u1680one"],
  ["a::numeric ::b :: c", "a::numeric ::b :: c"],
  [
    "a ##vso[x]y ##[error]z ###[group] ## [x]",
    "a \\u0023\\u0023vso[x]y \\u0023\\u0023[error]z #\\u0023\\u0023[group] ## [x]",
  ],
])("%j is shown as %j", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test("of several lines, each is shown so, and line breaks stay", () => {
  expect(visibleLines("a\n  ::error::b\n\u200b\n")).toBe("a\n  \\u003a\\u003aerror::b\n\\u200b\n");
});

test("a quoted text means the same as before, and shows all of itself", () => {
  const text = fc.string({
    unit: fc.oneof(
      anyCharacter,
      fc.constantFrom("::error::", "##vso[", "##[", "\n", "\t", " ", "\u200d", "\ufe0f", "👩", '"', "\\"),
    ),
  });
  fc.assert(
    fc.property(text, (each) => {
      const shown = quoted(each);
      expect(JSON.parse(shown)).toBe(each);
      expect(shown).not.toMatch(/^" | "$/);
      expect(unseenAt(shown)).toBeUndefined();
      expect(shown).not.toMatch(
        /##\w*\[|(^|"|\\n)\s*::[a-z]|[\p{Cc}\p{Zl}\p{Zp}\u00a0\u00ad\u200b\u202e\u{e0000}-\u{e0fff}]/u,
      );
    }),
    { numRuns: 500 },
  );
});

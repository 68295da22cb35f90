import { asSeen, characterText, oddCharacterAt } from "../../lib/text/characters";

test.each([
  ["One\u00a0page", "U+00A0 at position 4 is a no-break space"],
  ["gift\u200b", "U+200B at position 5 is a zero width space"],
  ["\ufeffkind", "U+FEFF at position 1 is a byte order mark"],
  ["b\u0435ta", "U+0435 at position 2 only looks like e"],
  ["\u041edd one", "U+041E at position 1 only looks like O"],
  ["user\uff29d", "U+FF29 at position 5 only looks like I"],
  ["😀 a\u2009b", "U+2009 at position 4 is a space of another kind"],
  ["select a\nfrom\u3000b", "U+3000 at position 5 of line 2 is an ideographic space"],
  ["a\u202eb", "U+202E at position 2 is a character that nobody sees"],
])("the first character that nobody sees as it is, is named by its code and place: %j", (text, words) => {
  expect(characterText(text, oddCharacterAt(text) ?? Number.NaN)).toBe(words);
});

test.each([
  "One page, 10 %: “new” – it’s l’été\tnow\r\n",
  "Бета-тест новой корзины, версия 2, A/B",
  "Καλάθι one",
  "می‌خواهم",
  "क्‍ष",
  "👩‍👩‍👧 ❤️ 1️⃣ 🇩🇪",
  "nº 5, 2ª, ışık, naïve café, œuvre, straße",
  "日本語、テスト（一）",
])("what belongs to the writing of a language is no such character: %s", (text) => {
  expect(oddCharacterAt(text)).toBeUndefined();
});

test.each([
  ["\ufeff n\u0430me\u00a0", "name"],
  ["“active”", '"active"'],
  ["one\u00a0page", "one page"],
  ["Größe 5", "Größe 5"],
])("%j is seen as %s", (text, seen) => {
  expect(asSeen(text)).toBe(seen);
});

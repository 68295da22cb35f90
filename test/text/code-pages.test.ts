import { pageOfFile } from "../../lib/text/code-pages";

const pages = { commit: "https://a.example/c", files: "https://a.example/blob/1a2b", directory: "apps/shop" };

test.each([
  ["experiments/a.yaml", "apps/shop/experiments/a.yaml"],
  ["../shared/./a.yaml", "apps/shared/a.yaml"],
  ["..a/…b.yaml", "apps/shop/..a/%E2%80%A6b.yaml"],
  ["a?b#c%2f&d.yaml", "apps/shop/a%3Fb%23c%252f%26d.yaml"],
  ["a b\\c\nd[e](f)|`g`.yaml", "apps/shop/a%20b%5Cc%0Ad%5Be%5D(f)%7C%60g%60.yaml"],
  ["javascript:alert(1)", "apps/shop/javascript%3Aalert(1)"],
])("the file %j has a page, whose address has each part of its path as that part alone", (file, path) => {
  expect(pageOfFile(pages, file)).toBe(`https://a.example/blob/1a2b/${path}`);
  expect(pageOfFile({ ...pages, directory: "" }, "a.yaml", 12)).toBe("https://a.example/blob/1a2b/a.yaml#L12");
});

test.each(["../../../a.yaml", "../../..", "/etc/a.yaml", "D:/a.yaml", "a\ud800.yaml"])(
  "the file %j is none of the repository",
  (file) => {
    expect(pageOfFile(pages, file)).toBeUndefined();
  },
);

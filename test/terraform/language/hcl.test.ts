import { Hcl, hcl, list, text, toValue } from "../../../lib/terraform/language/hcl";

const name = hcl`var.name`;
const token = Hcl.ofToken("var.name");

test("text that is put into an expression is quoted, and its braces are escaped where cdktf looks for tokens", () => {
  expect(hcl`try(${name} == ${"a{\f"}, ${list(["b", name])}, ${3})`.code).toBe(
    'try(var.name == "a{\\u000c", ["b", var.name], 3)',
  );
  expect(hcl`${["a{\f", token, "}$"]}`.code).toBe('join("", ["a\\u007b\\u000c", var.name, "\\u007d\\u0024"])');
  expect(hcl`${[token]}`.code).toBe("var.name");
});

test("text around an expression opens no template, and does not escape the expression", () => {
  expect(toValue(text`${"$"}{a} ${"%{b}"} costs $$${name}`)).toBe(`$\${a} %%{b} costs \${"$$"}\${var.name}`);
});

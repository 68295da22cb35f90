import fc from "fast-check";
import { escapeMarkers } from "../../../lib/terraform/language/escape";
import { readTemplate } from "../read-template";
import { troublesomeTexts } from "../texts";

test.each([
  [`\${user.name}`, `$\${user.name}`],
  ["%{if}", "%%{if}"],
  ["$ and % and {}", "$ and % and {}"],
  ["100%", "100%"],
  ["line\r\nline", "line\r\nline"],
  ["line\rline", `line\${"\\r"}line`],
  ["\ufeffa\ufeff", `\${"\\ufeff"}a\ufeff`],
])("%j is written as %j where Terraform reads a template", (text, written) => {
  expect(escapeMarkers(text)).toBe(written);
});

test("escaped text is read unchanged by Terraform", () => {
  fc.assert(
    fc.property(troublesomeTexts, (text) => {
      expect(readTemplate(escapeMarkers(text))).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});

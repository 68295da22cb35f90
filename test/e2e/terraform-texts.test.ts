import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { toExpression, toValue } from "../../lib/terraform/language/trigger-text";
import { terraform } from "../support/terraform";
import { troublesomeTexts } from "../terraform/texts";

const token = { token: "$" + "{local.known}" };
const pairs = fc.sample(fc.tuple(troublesomeTexts, troublesomeTexts), { numRuns: 500, seed: 1 });

/** How a text is written, and what Terraform has to make of it. */
const forms = {
  "as a value": pairs.map(([text]) => [toValue([text]), text]),
  "as an expression": pairs.map(([text]) => [`\${${toExpression([text])}}`, text]),
  "around a value of Terraform's": pairs.map(([before, after]) => [
    toValue([before, token, after]),
    `${before}known${after}`,
  ]),
  "joined with a value of Terraform's": pairs.map(([before, after]) => [
    `\${${toExpression([before, { token: "local.known" }, after])}}`,
    `${before}known${after}`,
  ]),
};

test("Terraform reads any text as it is, however it is written", async () => {
  const directory = mkdtempSync(join(tmpdir(), "texts-"));
  const written = Object.entries(forms).map(([form, rows]) => [form, rows.map(([text]) => text)]);
  const configuration = { locals: { known: "known" }, output: { texts: { value: Object.fromEntries(written) } } };
  writeFileSync(join(directory, "main.tf.json"), JSON.stringify(configuration));
  try {
    await terraform(directory, ["apply", "-auto-approve"]);
    const read = JSON.parse(await terraform(directory, ["output", "-json"])).texts.value;
    for (const [form, rows] of Object.entries(forms)) {
      expect([form, read[form]]).toEqual([form, rows.map(([, text]) => text?.normalize("NFC"))]);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

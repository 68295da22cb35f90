import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { Hcl, hcl, text, toValue } from "../../lib/terraform/language/hcl";
import { terraform } from "../support/terraform";
import { troublesomeTexts } from "../terraform/texts";

const known = hcl`local.known`;
const pairs = fc.sample(fc.tuple(troublesomeTexts, troublesomeTexts), { numRuns: 500, seed: 1 });

/** How a text is written, and what Terraform has to make of it. */
const forms = {
  "as a value": pairs.map(([each]) => [toValue([each]), each]),
  "as an expression": pairs.map(([each]) => [toValue(hcl`${each}`), each]),
  "around an expression": pairs.map(([before, after]) => [
    toValue(text`${before}${known}${after}`),
    `${before}known${after}`,
  ]),
  "around a token": pairs.map(([before, after]) => [
    toValue([before, Hcl.ofToken(known.inTemplate), after]),
    `${before}known${after}`,
  ]),
  "joined with an expression": pairs.map(([before, after]) => [
    toValue(hcl`${[before, known, after]}`),
    `${before}known${after}`,
  ]),
  "joined with a token": pairs.map(([before, after]) => [
    toValue(hcl`${[before, Hcl.ofToken(known.code), after]}`),
    `${before}known${after}`,
  ]),
};

test("Terraform reads any text as it is, however it is written", async () => {
  const directory = mkdtempSync(join(tmpdir(), "texts-"));
  const written = Object.entries(forms).map(([form, rows]) => [form, rows.map(([each]) => each)]);
  const configuration = { locals: { known: "known" }, output: { texts: { value: Object.fromEntries(written) } } };
  writeFileSync(join(directory, "main.tf.json"), JSON.stringify(configuration));
  try {
    await terraform(directory, ["apply", "-auto-approve"]);
    const read = JSON.parse(await terraform(directory, ["output", "-json"])).texts.value;
    for (const [form, rows] of Object.entries(forms)) {
      expect([form, read[form]]).toEqual([form, rows.map(([, each]) => each?.normalize("NFC"))]);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

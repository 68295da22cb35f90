import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Hcl, hcl, text, toValue } from "../../lib/terraform/language/hcl";
import { temporaryFolder } from "../support/temporary-folder";
import { terraform } from "../support/terraform";
import { troublesomeTexts } from "../terraform/texts";

const known = hcl`local.known`;
const pairs = fc.sample(fc.tuple(troublesomeTexts, troublesomeTexts), { numRuns: 500, seed: 1 });

const token = Hcl.ofToken(known.inTemplate);
const inExpression = Hcl.ofToken(known.code);

/** How two texts are written, and what Terraform has to make of them. */
const rows = pairs.flatMap(([before, after]) => {
  const around = `${before}known${after}`;
  return [
    [toValue([before]), before],
    [toValue(hcl`${before}`), before],
    [toValue(text`${before}${known}${after}`), around],
    [toValue([before, token, after]), around],
    [toValue(hcl`${[before, known, after]}`), around],
    [toValue(hcl`${[before, inExpression, after]}`), around],
  ] as const;
});

const directory = temporaryFolder();

test("Terraform reads any text as it is, alone, in an expression, and around an expression or a token", async () => {
  const texts = { value: rows.map(([written]) => written) };
  writeFileSync(join(directory, "main.tf.json"), JSON.stringify({ locals: { known: "known" }, output: { texts } }));
  await terraform(directory, ["apply", "-auto-approve"]);
  const read = JSON.parse(await terraform(directory, ["output", "-json"])).texts.value;
  expect(read).toEqual(rows.map(([, text]) => text.normalize("NFC")));
});

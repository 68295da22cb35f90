import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Deployment } from "../support/deployment";

/** Gives Terraform the values of variables, in a file that it reads by itself. The first synth has to be over by then. */
export function setVariables({ workspace }: Pick<Deployment, "workspace">, values: object): void {
  mkdirSync(workspace.stackDirectory, { recursive: true });
  // Terraform loses a quote after some characters of other scripts
  const json = JSON.stringify(values).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  writeFileSync(join(workspace.stackDirectory, "values.auto.tfvars.json"), json);
}

/** JSON as it comes out of Terraform, which normalises text. */
export function normalised(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).normalize("NFC"));
}

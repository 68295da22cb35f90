import { TerraformLocal, type TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import { escapeMarkers, type Template, toExpression, toValue } from "./template";

/** The fields that are compared, and how a refusal reads. */
export interface Guarded {
  /** Terraform name of the record. */
  readonly address: string;
  /** The record's attribute that holds the fields. */
  readonly attribute: string;
  /** What is declared now, by field; undefined for a field that is not declared. */
  readonly declared: ReadonlyMap<string, Template | undefined>;
  /** The refusal for these changed fields. */
  readonly refusal: (fields: string) => string;
}

/**
 * Refuses, while Terraform plans, a change that no call can make: the record still holds what the thing was created
 * with, and its postconditions compare that with what is declared now.
 */
export function guard(
  scope: Construct,
  { address, attribute, declared, refusal }: Guarded,
): TerraformResourceLifecycle {
  const literal: Record<string, string> = {};
  const absent: string[] = [];
  const conditions: { condition: string; errorMessage: string }[] = [];
  for (const [field, template] of declared) {
    if (template === undefined) absent.push(field);
    else if (template.every((piece) => typeof piece === "string")) literal[field] = toValue(template);
    else {
      // a value of Terraform's may be sensitive, and a message that depends on one is not shown
      conditions.push({
        condition: `\${try(self.${attribute}["${field}"] == ${toExpression(template)}, false)}`,
        errorMessage: escapeMarkers(refusal(field)),
      });
    }
  }
  const changed = [
    ...(Object.keys(literal).length === 0 ? [] : [changedAmong(declaredLocal(scope, address, literal), attribute)]),
    ...(absent.length === 0
      ? []
      : [`[for field in ${JSON.stringify(absent)} : field if can(self.${attribute}[field])]`]),
  ];
  if (changed.length > 0) {
    const [before = "", after = ""] = refusal(HERE).split(HERE);
    conditions.unshift({
      condition: `\${length(concat(${changed.join(", ")})) == 0}`,
      errorMessage: `${escapeMarkers(before)}\${join(", ", concat(${changed.join(", ")}))}${escapeMarkers(after)}`,
    });
  }
  return { ignoreChanges: [attribute], ...(conditions.length === 0 ? {} : { postcondition: conditions }) };
}

/** Stands where the changed fields go, in a text that is cut there. */
const HERE = "\0";

/** Terraform prints a condition that fails: with the values beside it, it stays short. */
function declaredLocal(scope: Construct, address: string, values: Readonly<Record<string, string>>): string {
  const local = new TerraformLocal(scope, "declared", values);
  local.overrideLogicalId(address);
  return `local.${address}`;
}

function changedAmong(local: string, attribute: string): string {
  return `[for field, declared in ${local} : field if try(self.${attribute}[field] != declared, true)]`;
}

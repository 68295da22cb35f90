import type { TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import { Local } from "./hcl";
import { type Fields, holesOf } from "./hole";
import { escapeMarkers } from "./template";
import type { TriggerResourceType } from "./trigger-resource";

/** The fields that are compared, and how a refusal reads. */
export interface Guarded {
  /** Terraform name of the guarded resource. */
  readonly address: string;
  /** What kind of resource it is. */
  readonly type: TriggerResourceType;
  /** What is declared now. */
  readonly fields: Fields;
  /** Names of the fields that no call can change. */
  readonly guarded: readonly string[];
  /** The refusal for these changed fields. */
  readonly refusal: (fields: string) => string;
}

/**
 * Refuses, while Terraform plans, a change that no call can make: the resource still holds what was sent, and its
 * postconditions compare that with what is declared now.
 *
 * @param id construct id of what the guard needs
 */
export function guard(
  scope: Construct,
  id: string,
  { address, type, fields, guarded, refusal }: Guarded,
): TerraformResourceLifecycle {
  const held = `self.${type.attribute}`;
  const local = `local.${address}`;
  const declared = guarded.flatMap((field) => {
    const tree = fields[field];
    return tree === undefined
      ? []
      : [{ field, value: type.encode(tree), isLiteral: holesOf(tree).every(({ hole }) => !hole.fromTerraform) }];
  });
  const literal = declared.filter(({ isLiteral }) => isLiteral).map(({ field }) => field);
  const absent = guarded.filter((field) => fields[field] === undefined);
  // Terraform prints a condition that fails: with the values beside it, it stays short
  if (declared.length > 0) {
    const values = Object.fromEntries(declared.map(({ field, value }) => [field, value]));
    new Local(scope, id, values).overrideLogicalId(address);
  }
  const isChanged = (field: string) => `try(jsonencode(${held}[${field}]) != jsonencode(${local}[${field}]), true)`;
  const changed = [
    ...(literal.length === 0 ? [] : [`[for field in ${JSON.stringify(literal)} : field if ${isChanged("field")}]`]),
    ...(absent.length === 0 ? [] : [`[for field in ${JSON.stringify(absent)} : field if can(${held}[field])]`]),
  ].join(", ");
  const [before = "", after = ""] = refusal(HERE).split(HERE);
  const conditions = [
    ...(changed === ""
      ? []
      : [
          {
            condition: `\${length(concat(${changed})) == 0}`,
            errorMessage: `${escapeMarkers(before)}\${join(", ", concat(${changed}))}${escapeMarkers(after)}`,
          },
        ]),
    // a value of Terraform's may be sensitive, and a message that depends on one is not shown
    ...declared
      .filter(({ isLiteral }) => !isLiteral)
      .map(({ field }) => ({
        condition: `\${!${isChanged(JSON.stringify(field))}}`,
        errorMessage: escapeMarkers(refusal(field)),
      })),
  ];
  return { ignoreChanges: [type.attribute], ...(conditions.length === 0 ? {} : { postcondition: conditions }) };
}

/** Stands where the changed fields go, in a text that is cut there. */
const HERE = "\0";

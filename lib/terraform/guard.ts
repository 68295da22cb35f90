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
  const held = (field: string) => `self.${type.attribute}[${field}]`;
  const declared = guarded.flatMap((field) => {
    const tree = fields[field];
    return tree === undefined
      ? []
      : [{ field, value: type.encode(tree), isLiteral: holesOf(tree).every(({ hole }) => !hole.fromTerraform) }];
  });
  const absent = guarded.filter((field) => fields[field] === undefined);
  const inline = guarded.length === 1 && declared[0]?.isLiteral ? inlineText(declared[0].value) : undefined;
  // Terraform prints a condition that fails: with the values beside it, it stays short
  if (declared.length > 0 && inline === undefined) {
    const values = Object.fromEntries(declared.map(({ field, value }) => [field, value]));
    new Local(scope, id, values).overrideLogicalId(address);
  }
  const isChanged = (field: string) =>
    `try(jsonencode(${held(field)}) != jsonencode(${inline ?? `local.${address}[${field}]`}), true)`;
  const fieldsOf = (isLiteral: boolean) =>
    declared.filter((each) => each.isLiteral === isLiteral).map(({ field }) => field);
  const conditions = [
    ...watch(
      [
        { fields: fieldsOf(true), differs: isChanged },
        { fields: absent, differs: (field) => `can(${held(field)})` },
      ],
      refusal,
    ),
    // a value of Terraform's may be sensitive, and a message that depends on one is not shown
    ...fieldsOf(false).flatMap((field) => watch([{ fields: [field], differs: isChanged }], refusal)),
  ];
  return { ignoreChanges: [type.attribute], ...(conditions.length === 0 ? {} : { postcondition: conditions }) };
}

/** Fields, and a Terraform expression that tells whether the one that an expression names is another than declared. */
interface Watched {
  readonly fields: readonly string[];
  readonly differs: (field: string) => string;
}

/** The condition that none of these fields differs. */
function watch(
  watched: readonly Watched[],
  refusal: Guarded["refusal"],
): TerraformResourceLifecycle["postcondition"] & {} {
  const [first, ...others] = watched.filter(({ fields }) => fields.length > 0);
  if (first === undefined) return [];
  const [only = ""] = first.fields;
  // for one field no list, and no text that depends on it: with them, a plan takes a fifth longer
  if (others.length === 0 && first.fields.length === 1) {
    return [{ condition: `\${!${first.differs(JSON.stringify(only))}}`, errorMessage: escapeMarkers(refusal(only)) }];
  }
  const lists = [first, ...others].map(
    ({ fields, differs }) => `[for field in ${JSON.stringify(fields)} : field if ${differs("field")}]`,
  );
  const changed = `concat(${lists.join(", ")})`;
  const [before = "", after = ""] = refusal(HERE).split(HERE);
  return [
    {
      condition: `\${length(${changed}) == 0}`,
      errorMessage: `${escapeMarkers(before)}\${join(", ", ${changed})}${escapeMarkers(after)}`,
    },
  ];
}

/** Stands where the changed fields go, in a text that is cut there. */
const HERE = "\0";

/** A value that is short and plain enough to stand in a condition, as a Terraform expression. */
function inlineText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && /^[\w .:@/-]{0,64}$/.test(value) ? JSON.stringify(value) : undefined;
}

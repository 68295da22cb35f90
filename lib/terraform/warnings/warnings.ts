import { Annotations } from "cdktf";
import type { Construct } from "constructs";
import { markersIn } from "../../api/field-markers";
import { type Body, labelOf } from "../../api/resource";
import type { Fields } from "../../entity/fields";
import type { WarningName } from "./warning-names";

/** A likely mistake that the API does not forbid. */
export interface Warning {
  readonly name: WarningName;
  /** The message, beginning with the field. */
  readonly text: string;
}

/** Warns where the id is derived from the name, so that a new name means another entity. */
export function derivedIdWarnings(fields: Fields, given: Fields, adopt: boolean): Warning[] {
  if (given.id !== undefined) return [];
  const { id } = fields;
  const fix = typeof id === "string" ? `; set id: ${JSON.stringify(id)} to keep this one` : "";
  return [
    {
      name: "derived-id",
      text: `id: derived from the name, so a new name would ${adopt ? "adopt" : "create"} another entity${fix}`,
    },
  ];
}

/** Warns where an entity can be created but not updated, because fields are missing. */
export function createOnlyWarnings(kind: string, missing: readonly string[]): Warning[] {
  if (missing.length === 0) return [];
  const them = missing.length === 1 ? "it" : "them";
  const text = `${missing.join(", ")}: missing, and an update requires ${them}, so this ${labelOf(kind)} can be created but not changed`;
  return [{ name: "create-only", text }];
}

/** Warns of given fields that belong to the enterprise tier. */
export function enterpriseWarnings(schema: Body, fields: Fields): Warning[] {
  const given = markersIn(schema)
    .filter(([name, { only }]) => only === "enterprise" && fields[name] !== undefined)
    .map(([name]) => name);
  if (given.length === 0) return [];
  return [
    { name: "enterprise-only", text: `${given.join(", ")}: accepted by the service in the enterprise tier only` },
  ];
}

/** A warning that is shown at synth, until it is withdrawn. */
export interface ShownWarning extends Warning {
  withdraw(): void;
}

/** The type of metadata that a withdrawn warning has: the framework shows none of it. */
const WITHDRAWN = "cdktf-experimentation/acknowledged";

/** Shows warnings at synth. */
export function warn(construct: Construct, warnings: readonly Warning[]): ShownWarning[] {
  return warnings.map(({ name, text }) => {
    Annotations.of(construct).addWarning(`${text} [acknowledge: "${name}"]`);
    const entry = construct.node.metadata.at(-1);
    // the framework takes no warning back, and a service that acknowledges it may be declared later
    return { name, text, withdraw: () => void Object.assign(entry ?? {}, { type: WITHDRAWN }) };
  });
}

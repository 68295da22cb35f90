import { counted } from "../../api/describe";
import { kinds } from "../../api/kinds";
import { labelOf, type Resource } from "../../api/resource";
import { resourceOf } from "../../api/resources";
import { fromWire, serviceDefaults } from "../../api/service-settings";
import { CommandError } from "../command-errors";
import { type Adoption, adoptionOf } from "./adoption";
import { lackingIdentity, PROMPT, type RecordFields } from "./identity";
import { certainKinds, possibleKinds } from "./record-kind";
import type { FoundRecord } from "./records";

/** What the person who adopts says about the records. */
export interface RecordOptions {
  /** Kind of all records. */
  readonly kind?: string;
  readonly promptId?: string;
}

/** The entities that records are about. */
export interface Entities {
  readonly adoptions: readonly Adoption[];
  /** Brands that the records show in `serviceUnitID`. */
  readonly vendors: readonly string[];
}

interface FoundEntity {
  readonly resource: Resource;
  readonly fields: RecordFields;
  readonly where: string;
}

/**
 * Makes of records the entities that they are about. Of several records about one entity, such as the answers to its
 * create and to its updates, the later fields count.
 *
 * @throws CommandError that lists every record that cannot be adopted
 */
export function entitiesOf(records: readonly FoundRecord[], options: RecordOptions): Entities {
  const problems: string[] = [];
  const entities = new Map<string, FoundEntity>();
  for (const record of records) {
    const entity = entityFromRecord(record, options);
    if (typeof entity === "string") {
      problems.push(`${record.where}: ${entity}`);
      continue;
    }
    const key = JSON.stringify([
      entity.resource.kind,
      ...entity.resource.identity.map((field) => entity.fields[field]),
    ]);
    entities.set(key, { ...entity, fields: { ...entities.get(key)?.fields, ...entity.fields } });
  }
  const adoptions = [...entities.values()].flatMap(({ resource, fields, where }) => {
    const adoption = adoptionOf(resource, fields);
    if ("remarks" in adoption) return [adoption];
    problems.push(`${where}: ${adoption.problem}`);
    return [];
  });
  if (problems.length > 0) {
    throw new CommandError(
      `${problems.length} of ${counted(records.length, "record")} cannot be adopted`,
      "correct or take out what is named, and run adopt again; nothing was written",
      problems,
    );
  }
  return { adoptions, vendors: [...new Set(records.map(({ fields }) => vendorOf(fields)))] };
}

/** The entity that a record is about, or why that cannot be told. */
function entityFromRecord({ fields: given, kind, where }: FoundRecord, options: RecordOptions): FoundEntity | string {
  const stated = resourceOf(options.kind ?? kind ?? "");
  const certain = stated === undefined ? certainKinds(given) : [stated];
  const [resource] = certain;
  if (resource === undefined || certain.length > 1) return unclearKind(given, certain);
  const own = fromWire(given, vendorOf(given)) as RecordFields;
  const fields = resource.identity.includes(PROMPT) ? { [PROMPT]: options.promptId, ...own } : own;
  const lacking = lackingIdentity(resource, fields);
  if (lacking.includes(PROMPT))
    return `a ${labelOf(resource.kind)} does not say of which prompt it is; give --prompt-id`;
  if (lacking.length > 0) return `the ${labelOf(resource.kind)} lacks ${lacking.join(", ")}`;
  return { resource, fields, where };
}

function unclearKind(fields: RecordFields, certain: readonly Resource[]): string {
  const possible = (certain.length > 0 ? certain : possibleKinds(fields)).map(({ kind }) => kind);
  const what = certain.length > 0 ? "fit several kinds" : "do not tell its kind";
  return `its fields ${what}; give --kind, one of ${(possible.length > 0 ? possible : kinds).join(", ")}`;
}

/** The brand in `serviceUnitID`, read from the mapping that carries it. */
function vendorOf({ idTypeMapping }: RecordFields): string {
  const keys = Array.isArray(idTypeMapping) ? idTypeMapping.flatMap((entry: unknown) => Object.keys(entry ?? {})) : [];
  const brand = keys.map((key) => /^([A-Za-z][A-Za-z0-9]*)UnitID$/.exec(key)?.[1]).find((found) => found !== undefined);
  return brand ?? serviceDefaults.vendor;
}

import { resourceOf } from "../../interface";
import { labelOf, type Resource } from "../../interface/resource";
import { fromWire, serviceDefaults } from "../../interface/service";
import { CommandError } from "../errors";
import { type Adoption, adoptionOf, type Fields, lackingIdentity } from "./adoption";
import { kindNames, kindOf } from "./kind";
import type { FoundRecord } from "./records";

/** What the person who adopts says about the records. */
export interface RecordOptions {
  /** Kind of all records. */
  readonly kind?: string;
  readonly promptId?: string;
}

/** The things that records are about. */
export interface Things {
  readonly adoptions: readonly Adoption[];
  /** Brands that the records show in `serviceUnitID`. */
  readonly vendors: readonly string[];
}

interface Thing {
  readonly resource: Resource;
  readonly fields: Fields;
  readonly where: string;
}

/**
 * Makes of records the things that they are about. Of several records about one thing, as the answers to its create and
 * to its updates are, the later fields count.
 *
 * @throws CommandError that lists every record that cannot be adopted
 */
export function thingsOf(records: readonly FoundRecord[], options: RecordOptions): Things {
  const problems: string[] = [];
  const things = new Map<string, Thing>();
  for (const record of records) {
    const told = thingOf(record, options);
    if (typeof told === "string") {
      problems.push(`${record.where}: ${told}`);
      continue;
    }
    const key = JSON.stringify([told.resource.kind, ...told.resource.identity.map((field) => told.fields[field])]);
    things.set(key, { ...told, fields: { ...things.get(key)?.fields, ...told.fields } });
  }
  const adoptions = [...things.values()].flatMap(({ resource, fields, where }) => {
    const adoption = adoptionOf(resource, fields);
    if ("remarks" in adoption) return [adoption];
    problems.push(`${where}: ${adoption.problem}`);
    return [];
  });
  if (problems.length > 0) {
    throw new CommandError(
      `${problems.length} of ${records.length} ${records.length === 1 ? "record" : "records"} cannot be adopted`,
      "correct or take out what is named, and run adopt again; nothing was written",
      problems,
    );
  }
  return { adoptions, vendors: [...new Set(records.map(({ fields }) => vendorOf(fields)))] };
}

/** The thing that a record is about, or why that cannot be told. */
function thingOf({ fields: given, kind, where }: FoundRecord, options: RecordOptions): Thing | string {
  const resource = resourceOf(options.kind ?? kind ?? "") ?? kindOf(given);
  if (resource === undefined) return `its fields do not tell its kind; give --kind, one of ${kindNames.join(", ")}`;
  const own = fromWire(given, vendorOf(given)) as Fields;
  const fields = resource.identity.includes(PROMPT) ? { [PROMPT]: options.promptId, ...own } : own;
  const lacking = lackingIdentity(resource, fields);
  if (lacking.includes(PROMPT))
    return `a ${labelOf(resource.kind)} does not say of which prompt it is; give --prompt-id`;
  if (lacking.length > 0) return `the ${labelOf(resource.kind)} lacks ${lacking.join(", ")}`;
  return { resource, fields, where };
}

/** The one field that tells a thing and that no answer holds. */
const PROMPT = "promptID";

/** The brand in `serviceUnitID`, read from the mapping that carries it. */
function vendorOf({ idTypeMapping }: Fields): string {
  const keys = Array.isArray(idTypeMapping) ? idTypeMapping.flatMap((entry: unknown) => Object.keys(entry ?? {})) : [];
  const brand = keys.map((key) => /^([A-Za-z][A-Za-z0-9]*)UnitID$/.exec(key)?.[1]).find((found) => found !== undefined);
  return brand ?? serviceDefaults.vendor;
}

import type { z } from "zod";
import { stepInto, unwrap } from "../../lib/api/field-types";
import { type Endpoint, type Kind, requiredFields } from "../../lib/api/kind";
import { problemsOf } from "../../lib/api/problems";
import { warningNames } from "../../lib/declare/warnings";
import { riskNames } from "../../lib/protocol/risk-names";
import type { Prop, PropGroup } from "./props";

/** The table of a group's props, and one of the objects inside them. */
export function tablesOf({ props, kind }: PropGroup): string {
  const columns = kind === undefined ? [] : columnsOf(kind);
  const rows = props.map((prop) => [
    `\`${prop.name}\``,
    typeOf(prop),
    ...columns.map(({ endpoint }) => placeIn(endpoint, prop)),
    // a column says this
    prop.comment.replace(" Required by an update.", ""),
  ]);
  const header = [kind === undefined ? "Setting" : "Field", "Type", ...columns.map(({ title }) => title), "Meaning"];
  const objects = new Map(objectsIn(props).map((object) => [object.type, object]));
  if (kind === undefined || objects.size === 0) return table(header, rows);
  const inner = [...objects.values()].flatMap(({ type, fields }) =>
    fields.map((field) => [`\`${type}\``, `\`${field.name}\``, typeOf(field), field.comment]),
  );
  const title = "The objects in these fields, named as their types in TypeScript. All their fields are optional.";
  return `${table(header, rows)}\n${title}\n\n${table(["Object", "Field", "Type", "Meaning"], inner)}`;
}

interface Column {
  readonly title: string;
  readonly endpoint: Endpoint;
}

function columnsOf({ create, update, upsert = [] }: Kind): Column[] {
  return [
    ...(create === undefined ? [] : [{ title: "Create", endpoint: create }]),
    ...(update === undefined ? [] : [{ title: "Update", endpoint: update }]),
    ...upsert.map((endpoint) => ({ title: endpoint.method, endpoint })),
  ];
}

/** What an operation does with a prop. */
function placeIn({ body, parameters }: Endpoint, { name, schema }: Prop): string {
  if (Object.values(parameters).includes(name)) {
    return schema.safeParse(undefined).success ? "in the path" : "required, in the path";
  }
  if (!(name in body.shape)) return "–";
  return requiredFields(body).includes(name) ? "required" : "optional";
}

/** The props that hold objects, at any depth. */
function objectsIn(props: readonly Prop[]): Prop[] {
  return props.flatMap((prop) => (prop.fields.length === 0 ? [] : [prop, ...objectsIn(prop.fields)]));
}

function typeOf({ schema, type }: Prop): string {
  return type === undefined ? typeText(schema) : typeText(schema).replace(/^object(\[\])?/, `\`${type}$1\``);
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return [header, header.map(() => "---"), ...rows].map(line).join("");
}

/** A type as a table shows it. */
function typeText(schema: z.ZodType): string {
  const { def } = schema;
  const opened = unwrap(schema);
  if (def.type === "nullable") return `${typeText(opened)} or null`;
  if (opened !== schema) return typeText((def as unknown as { innerType: z.ZodType }).innerType);
  switch (def.type) {
    case "enum":
      return oneOf(Object.values((def as z.core.$ZodEnumDef).entries));
    case "array": {
      const element = typeText(stepInto(schema, 0) ?? schema);
      return /^\w+$/.test(element) ? `${element}[]` : `list, each ${element}`;
    }
    case "union":
      return (def as z.core.$ZodUnionDef).options.map((option) => typeText(option as z.ZodType)).join(" or ");
    case "record":
      return "object";
    case "custom":
      return problemsOf(schema, undefined)[0]?.allowed ?? def.type;
    default:
      return def.type;
  }
}

/** The names of warnings and risks have tables of their own. */
function oneOf(values: readonly (string | number)[]): string {
  const [isWarning, isRisk] = [warningNames, riskNames].map((names) => names.every((name) => values.includes(name)));
  if (isWarning) return `a [warning](preflight-and-warnings.md#warnings)${isRisk ? " or a [risk](risks.md)" : ""}`;
  return `${values.length > 1 ? "one of " : ""}${values.map((value) => `\`${JSON.stringify(value)}\``).join(", ")}`;
}

import { stringify } from "yaml";
import type { z } from "zod";
import { type Endpoint, type Kind, requiredFields } from "../../lib/api/kind";
import { problemsOf } from "../../lib/api/problems";
import { stepInto, unwrap } from "../../lib/api/schema-walk";
import { warningNames } from "../../lib/declare/warning-names";
import { riskNames } from "../../lib/protocol/risk-names";
import type { Prop, PropGroup } from "./props";

/** The table of a group's props, and one for each shape inside them; those of a kind in TypeScript and in YAML. */
export function tablesOf({ props, kind }: PropGroup): string {
  const columns = kind === undefined ? [] : columnsOf(kind);
  const rows = props.map((prop) => [
    `\`${prop.name}\``,
    typeText(prop.schema),
    ...(kind === undefined ? [] : [yamlText(prop)]),
    ...columns.map(({ endpoint }) => placeIn(endpoint, prop)),
    // a column says this
    prop.comment.replace(" Required by an update.", ""),
  ]);
  const first = kind === undefined ? ["Setting", "Type"] : ["Field", "TypeScript", "YAML"];
  const header = [...first, ...columns.map(({ title }) => title), "Meaning"];
  return [table(header, rows), ...shapesIn(props).map(shapeTable)].join("\n");
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

interface Shape {
  /** Where it stands: `groups[]`, `rules[].conditions[]`; several places when they take the same. */
  readonly places: readonly string[];
  /** Name of its type. */
  readonly type?: string;
  readonly fields: readonly Prop[];
}

function shapesIn(props: readonly Prop[], prefix = ""): Shape[] {
  const shapes = new Map<string, { places: string[]; type?: string; fields: readonly Prop[] }>();
  for (const { name, schema, type, fields } of props) {
    if (fields.length === 0) continue;
    const key = JSON.stringify(fields);
    const place = `${prefix}${name}${unwrap(schema).def.type === "array" ? "[]" : ""}`;
    const shape = shapes.get(key) ?? { places: [], type, fields };
    shape.places.push(place);
    shapes.set(key, shape);
  }
  return [...shapes.values()].flatMap((shape) => [shape, ...shapesIn(shape.fields, `${shape.places[0]}.`)]);
}

function shapeTable({ places, type, fields }: Shape): string {
  const rows = fields.map((prop) => [`\`${prop.name}\``, typeText(prop.schema), yamlText(prop), prop.comment]);
  const title = places.map((place) => `\`${place}\``).join(", ");
  const header = ["Field", "TypeScript", "YAML", "Meaning"];
  return `### ${title}\n\nEvery field is optional. Type in TypeScript: \`${type}\`.\n\n${table(header, rows)}`;
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

/** A prop as a file may have it. */
function yamlText({ name, schema, fields }: Prop): string {
  return `\`${stringify({ [name]: sampleOf(schema, fields) }, { collectionStyle: "flow", lineWidth: 0 })
    .trim()
    .replace(/^\{ (.*) \}$/, "$1")}\``;
}

/** A value that shows the form alone. */
function sampleOf(schema: z.ZodType, fields: readonly Prop[]): unknown {
  const opened = unwrap(schema);
  switch (opened.def.type) {
    case "enum":
      return Object.values((opened.def as z.core.$ZodEnumDef).entries)[0];
    case "literal":
      return [...(opened as z.ZodLiteral).values][0];
    case "number":
      return 2;
    case "boolean":
      return true;
    case "array":
      return [sampleOf(stepInto(opened, 0) ?? opened, fields)];
    case "object":
      return Object.fromEntries(fields.slice(0, 2).map((field) => [field.name, sampleOf(field.schema, field.fields)]));
    case "record":
      return { key: "value" };
    default:
      return "text";
  }
}

/** The names of warnings and risks have tables of their own. */
function oneOf(values: readonly (string | number)[]): string {
  const [isWarning, isRisk] = [warningNames, riskNames].map((names) => names.every((name) => values.includes(name)));
  if (isWarning) return `a [warning](preflight-and-warnings.md#warnings)${isRisk ? " or a [risk](risks.md)" : ""}`;
  return `${values.length > 1 ? "one of " : ""}${values.map((value) => `\`${JSON.stringify(value)}\``).join(", ")}`;
}

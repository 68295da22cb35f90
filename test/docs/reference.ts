import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { z } from "zod";
import { stepInto, unwrap } from "../../lib/api/field-types";
import { constructNameOf, type Endpoint, type Kind, requiredFields } from "../../lib/api/kind";
import { kinds } from "../../lib/api/kinds";
import { problemsOf } from "../../lib/api/problems";
import { warningNames } from "../../lib/declare/warnings";
import { riskNames } from "../../lib/protocol/risk-names";
import { constructSettings, serviceProps } from "../../lib/terraform/props/props";

const EXAMPLES = join(__dirname, "../package/recipes/examples");

/** As wide as the code of the pages. */
const WIDTH = 100;

/** A prop, or a field inside one, as a user meets it. */
export interface Prop {
  readonly name: string;
  /** What the editor shows for it; empty when it has no doc comment. */
  readonly comment: string;
  readonly schema: z.ZodType;
  /** The exported type of the object, or of each object in the list, that it takes. */
  readonly type?: string;
  readonly fields: readonly Prop[];
}

export interface PropGroup {
  /** Name in the README's markers. */
  readonly name: string;
  readonly props: readonly Prop[];
  /** The kind whose fields the props are; missing for settings of this package. */
  readonly kind?: Kind;
}

interface Comments {
  readonly [name: string]: { readonly comment: string; readonly type?: string; readonly fields: Comments };
}

/** All that users can give: the fields of every construct, the settings common to them, and those of the service. */
export function propGroups(): PropGroup[] {
  const comments = docComments();
  const ofType = (type: string) => comments[`${type}Props`] ?? {};
  const ofSettings = ofType(constructNameOf("experiment"));
  return [
    { name: "settings", props: propsOf(constructSettings, ofSettings) },
    ...kinds.map((kind) => ({
      name: kind.name.replaceAll("_", "-"),
      props: propsOf(kind.fields, ofType(constructNameOf(kind.name))),
      kind,
    })),
    { name: "service", props: propsOf(serviceProps, ofType("ExperimentationService")) },
  ];
}

function propsOf(schema: z.ZodObject, comments: Comments): Prop[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const { comment = "", type, fields = {} } = comments[name] ?? {};
    const inner = objectIn(field);
    return { name, comment, type, schema: field, fields: inner === undefined ? [] : propsOf(inner, fields) };
  });
}

/** The object schema that a schema asks for, alone or as an element of a list. */
function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  const opened = unwrap(schema);
  if (opened.def.type === "object") return opened as z.ZodObject;
  const element = opened.def.type === "array" ? stepInto(opened, 0) : undefined;
  return element === undefined ? undefined : objectIn(element);
}

function docComments(): Record<string, Comments> {
  const printer = join(__dirname, "doc-comments.mjs");
  return JSON.parse(execFileSync(process.execPath, [printer], { encoding: "utf8" })) as Record<string, Comments>;
}

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

function columnsOf({ create, update, upsert = [] }: Kind): { readonly title: string; readonly endpoint: Endpoint }[] {
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

/** The example of each kind, by its name in the pages: as a file, and as the same in code. */
export function examples(): Map<string, string> {
  return new Map(
    kinds.map(({ name: kind }) => {
      const name = kind.replaceAll("_", "-");
      const yaml = readFileSync(join(EXAMPLES, `${name}.yaml`), "utf8");
      const { kind: _, ...fields } = parse(yaml) as Record<string, unknown>;
      const code = `new ${constructNameOf(kind)}(this, "${constructId(fields)}", ${inCode(fields, "")});`;
      return [name, `\`\`\`ts\n${code}\n\`\`\`\n\nIn a file:\n\n\`\`\`yaml\n${yaml}\`\`\`\n`];
    }),
  );
}

function constructId({ name, source_name }: Record<string, unknown>): string {
  return String(name ?? source_name)
    .toLowerCase()
    .replaceAll(" ", "-");
}

/** JSON as a program has it: on one line where it fits, but for the props themselves. */
function inCode(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if ("fromEnvironment" in value) return `fromEnvironment(${JSON.stringify(value.fromEnvironment)})`;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const inner = `${indent}  `;
  const parts = Object.entries(value).map(([key, each]) => ({ key: open === "[" ? "" : `${key}: `, each }));
  const lines = parts.map(({ key, each }) => `${key}${inCode(each, inner)}`);
  const line = open === "[" ? `[${lines.join(", ")}]` : `{ ${lines.join(", ")} }`;
  const fits = indent !== "" && !line.includes("\n") && indent.length + line.length < WIDTH;
  return fits ? line : `${open}\n${lines.map((each) => `${inner}${each},\n`).join("")}${indent}${close}`;
}

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
import { constructSettings } from "../../lib/terraform/props/construct-props";
import { serviceProps } from "../../lib/terraform/props/service-props";
import { inWords } from "../../lib/text/words";
import { experimentSections } from "./experiment-sections";

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

/** The tables of a group's props: what its calls require first, then the rest, in the sections of an experiment or in one. */
export function tablesOf({ props, kind }: PropGroup): string {
  if (kind === undefined) return table("Setting", props.map(rowOf));
  const isFirst = (prop: Prop) =>
    kind.identity.includes(prop.name) || endpointsOf(kind).some(({ endpoint }) => isRequired(endpoint, prop));
  const others = kind.name === "experiment" ? experimentSections : { Optional: namesOf(props) };
  const sections = [
    { title: "Identity, and what calls require", lead: requirementsOf(kind, props), props: props.filter(isFirst) },
    ...Object.entries(others).map(([title, names]) => ({
      title,
      lead: "",
      props: props.filter((prop) => names.includes(prop.name) && !isFirst(prop)),
    })),
  ];
  const missing = namesOf(props).filter(
    (name) => !sections.some(({ props: listed }) => namesOf(listed).includes(name)),
  );
  if (missing.length > 0) throw new Error(`test/docs/experiment-sections.ts lacks ${missing.join(", ")}`);
  const shown = new Set<string | undefined>();
  return sections
    .filter(({ props: listed }) => listed.length > 0)
    .map(({ title, lead, props: listed }) =>
      [
        `### ${title}`,
        lead,
        table(
          "Field",
          listed.flatMap((prop) => rowsOf(prop, prop.name, shown)),
        ),
      ]
        .filter((part) => part !== "")
        .join("\n\n"),
    )
    .join("\n");
}

function namesOf(props: readonly Prop[]): string[] {
  return props.map(({ name }) => name);
}

function endpointsOf({ create, update, upsert = [] }: Kind): { readonly title: string; readonly endpoint: Endpoint }[] {
  return [
    ...(create === undefined ? [] : [{ title: "create", endpoint: create }]),
    ...(update === undefined ? [] : [{ title: "update", endpoint: update }]),
    ...upsert.map((endpoint) => ({ title: endpoint.method, endpoint })),
  ];
}

function isRequired({ body, parameters }: Endpoint, { name, schema }: Prop): boolean {
  const isInPath = Object.values(parameters).includes(name);
  return requiredFields(body).includes(name) || (isInPath && !schema.safeParse(undefined).success);
}

/** What each call requires, as a sentence. */
function requirementsOf(kind: Kind, props: readonly Prop[]): string {
  const parts = endpointsOf(kind).map(({ title, endpoint }) => {
    const names = namesOf(props.filter((prop) => isRequired(endpoint, prop))).map((name) => `\`${name}\``);
    return `The ${title} requires ${names.length === 0 ? "none of these" : inWords(names, "and")}.`;
  });
  return parts.join(" ");
}

/** The row of a prop, and below it those of the fields of its objects, where no row before has them. */
function rowsOf(prop: Prop, path: string, shown: Set<string | undefined>): string[][] {
  const isShown = shown.has(prop.type) || isBrief(prop);
  shown.add(prop.type);
  const inside = `${path}${unwrap(prop.schema).def.type === "array" ? "[]" : ""}.`;
  const inner = isShown ? [] : prop.fields.flatMap((field) => rowsOf(field, `${inside}${field.name}`, shown));
  return [rowOf({ ...prop, name: path }), ...inner];
}

/** Whether an object is so small, or so much alike, that its type says enough. */
function isBrief({ fields }: Prop): boolean {
  return fields.length <= 3 || fields.every(({ schema }) => typeText(schema) === "string");
}

function rowOf(prop: Prop): string[] {
  return [`\`${prop.name}\``, `${typeOf(prop)}. ${prop.comment.replace(SAID_BY_SECTION, "")}`];
}

/** What the heading of a section, or the sentence below it, says of its fields. */
const SAID_BY_SECTION = / Required by an update\.|^Warehouse-based only\. /;

function typeOf(prop: Prop): string {
  const { schema, type, fields } = prop;
  if (fields.length > 0 && isBrief(prop)) {
    const inner = fields.map((field) => `${field.name}: ${typeText(field.schema)}`).join(", ");
    return `\`{ ${inner} }${unwrap(schema).def.type === "array" ? "[]" : ""}\``;
  }
  return type === undefined ? typeText(schema) : typeText(schema).replace(/^object(\[\])?/, `\`${type}$1\``);
}

function table(subject: string, rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return `${line([subject, "Type and meaning"])}|---|---|\n${rows.map(line).join("")}`;
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

/** The example of each kind, by its name in the pages: a file; of an experiment, whose file the page about files has, code. */
export function examples(): Map<string, string> {
  return new Map(
    kinds.map(({ name: kind, role }) => {
      const name = kind.replaceAll("_", "-");
      const yaml = readFileSync(join(EXAMPLES, `${name}.yaml`), "utf8");
      const { kind: _, ...fields } = parse(yaml) as Record<string, unknown>;
      const code = `new ${constructNameOf(kind)}(this, "${constructId(fields)}", ${inCode(fields, "")});`;
      return [name, role === "experiment" ? `\`\`\`ts\n${code}\n\`\`\`\n` : `\`\`\`yaml\n${yaml}\`\`\`\n`];
    }),
  );
}

function constructId({ name }: Record<string, unknown>): string {
  return String(name).toLowerCase().replaceAll(" ", "-");
}

/** JSON as a program has it: on one line where it fits, but for the props themselves. */
function inCode(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const inner = `${indent}  `;
  const parts = Object.entries(value).map(([key, each]) => ({ key: open === "[" ? "" : `${key}: `, each }));
  const lines = parts.map(({ key, each }) => `${key}${inCode(each, inner)}`);
  const line = open === "[" ? `[${lines.join(", ")}]` : `{ ${lines.join(", ")} }`;
  const fits = indent !== "" && !line.includes("\n") && indent.length + line.length < WIDTH;
  return fits ? line : `${open}\n${lines.map((each) => `${inner}${each},\n`).join("")}${indent}${close}`;
}

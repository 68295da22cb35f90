import { labelOf, type Resource } from "../../interface/resource";
import { serviceDefaults } from "../../interface/service";
import { type Group, type Layout, layOut } from "../layout";
import { quoted, visible } from "../visible";
import type { Adoption, Fields } from "./adoption";
import { literalOf } from "./literal";
import { constructIdOf, Names } from "./names";
import { SecretVariables } from "./secrets";

const FUNCTION = "adoptExisting";
const FROM_ENVIRONMENT = "fromEnvironment";
const WIDTH = 120;
const LAYOUT = { width: WIDTH, trailingComma: true };

/**
 * A TypeScript module whose one function declares everything that is adopted.
 *
 * @param vendors brands that the records show in `serviceUnitID`
 */
export function sourceOf(adoptions: readonly Adoption[], vendors: readonly string[]): string {
  const names = new Names(["scope", FUNCTION, FROM_ENVIRONMENT]);
  const secrets = new SecretVariables();
  const statements = adoptions.map((adoption) => statementOf(adoption, names, secrets));
  const imported = new Set(adoptions.map(({ resource }) => classOf(resource)));
  if (statements.some(({ variables }) => variables.size > 0)) imported.add(FROM_ENVIRONMENT);
  return [
    `import ${layOut(braces(sorted(imported)), LAYOUT, "", `import  from "cdktf-experimentation";`.length)} from "cdktf-experimentation";`,
    `import type { Construct } from "constructs";`,
    "",
    ...headOf(vendors),
    `export function ${FUNCTION}(scope: Construct) {`,
    ...statements.map(({ text }) => text),
    `  return ${layOut(braces(statements.map(({ name }) => name)), LAYOUT, "  ", "  return ;".length)};`,
    "}",
    "",
  ].join("\n");
}

function headOf(vendors: readonly string[]): string[] {
  const foreign = vendors.filter((vendor) => vendor !== serviceDefaults.vendor);
  return [
    "/**",
    " * Takes over what exists in the service: without a create, by updates only.",
    " *",
    ...foreign.map(
      (vendor) =>
        ` * The records come from a service that needs \`vendor: "${vendor}"\` in its ExperimentationService.\n *`,
    ),
    " * Written by `cdktf-experimentation adopt`.",
    " *",
    " * @param scope a stack, or a construct in one",
    " */",
  ];
}

interface Statement {
  /** The variable that holds the construct. */
  readonly name: string;
  readonly text: string;
  /** The environment variables that hold its secrets. */
  readonly variables: ReadonlySet<string>;
}

function statementOf({ resource, fields, remarks }: Adoption, names: Names, secrets: SecretVariables): Statement {
  const identity = resource.identity.map((field) => fields[field]).filter((value) => value !== undefined);
  // what is most particular comes last, as in a path
  const called = resource.identity.length > 2 ? String(identity.at(-1)) : identity.join(" ");
  const name = names.variable(called, resource.kind);
  const secretAt = secrets.for(fields, identity.map(String));
  const variables = new Set(secretAt.values());
  const expressions = new Map([...secretAt].map(([path, variable]) => [path, `${FROM_ENVIRONMENT}("${variable}")`]));
  const props = literalOf({ adopt: true, ...pathFieldsFirst(resource, fields) }, expressions) as Group;
  const comments = [
    `${labelOf(resource.kind)} ${quoted(identity.join("/"))}`,
    ...remarks,
    ...(variables.size === 0 ? [] : [secretRemark(variables)]),
  ];
  const start = `  const ${name} = new ${classOf(resource)}(scope, "${constructIdOf(name)}", `;
  return {
    name,
    variables,
    text: [...comments.flatMap(commentLines), `${start}${layOut({ ...props, isTall: true }, LAYOUT, "  ")});`, ""].join(
      "\n",
    ),
  };
}

function secretRemark(variables: ReadonlySet<string>): string {
  return `set ${[...variables].join(", ")} where deploys run: written here, a secret would be in the code and in the state`;
}

/** The fields that the path of the create takes first: they say what the rest is about. */
function pathFieldsFirst({ create }: Resource, fields: Fields): Fields {
  const first = Object.values(create?.parameters ?? {});
  return { ...Object.fromEntries(first.map((field) => [field, fields[field]])), ...fields };
}

/** A comment in lines that fit. */
function commentLines(text: string): string[] {
  const lines: string[] = [];
  let line = "  //";
  for (const word of visible(text).split(" ")) {
    if (line.length + 1 + word.length > WIDTH && line !== "  //") {
      lines.push(line);
      line = "  //";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

function classOf({ kind }: Resource): string {
  return kind.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

function braces(names: readonly string[]): Layout {
  return { open: "{", items: names.map((value) => ({ label: "", value })), close: "}", pad: " " };
}

function sorted(names: ReadonlySet<string>): string[] {
  return [...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
}

import { createRequire } from "node:module";
import { join } from "node:path";
import { Document, Scalar, visit } from "yaml";
import { acceptedFields, constructNameOf, type Kind } from "../api/kind";
import { withSecretHeaders } from "../api/prompt-version-schema";
import { serviceDefaults } from "../api/service-settings";
import { ADOPT_VARIABLE } from "../protocol/applier-command";
import { labelOf } from "../text/names";
import { quoted, visible, visibleLines } from "../text/visible";
import type { Adoption } from "./adoption";
import { bracketed, constructIdOf, EnvironmentSecret, firstFree, literalOf, Names, nameWords } from "./typescript";

const FROM_ENVIRONMENT = "fromEnvironment";

/**
 * A TypeScript module whose one function declares everything that is adopted.
 *
 * @param head what a reader has to know of all of it, one line each
 * @param entry what the module imports the constructs from
 * @param exported name of the function
 */
export function generatedCode(
  adoptions: readonly Adoption[],
  head: readonly string[],
  entry: string,
  exported: string,
): string {
  const names = new Names(["scope", exported, FROM_ENVIRONMENT]);
  const secrets = new SecretVariables();
  const statements = adoptions.map((adoption) => statementOf(secrets.hide(adoption), names));
  const imported = new Set(adoptions.map(({ kind }) => constructNameOf(kind.name)));
  if (secrets.areNeeded) imported.add(FROM_ENVIRONMENT);
  const variables = statements.map(({ name }) => name);
  return [
    `import { ${sortedNames(imported).join(", ")} } from "${entry}";`,
    `import type { Construct } from "constructs";`,
    "",
    "/**",
    ...head.map((line) => ` * ${line}`),
    " *",
    " * @param scope a stack, or a construct in one",
    " */",
    `export function ${exported}(scope: Construct) {`,
    ...statements.map(({ text }) => text),
    `  return ${bracketed("{}", variables, "  ")};`,
    "}",
    "",
  ].join("\n");
}

/** The statement that makes a construct, and the name of the variable that holds it. */
function statementOf(adoption: Adoption, names: Names): { readonly name: string; readonly text: string } {
  const { kind, identity } = adoption;
  // what is most particular comes last, as in a path
  const called = kind.identity.length > 2 ? (identity.at(-1) ?? "") : identity.join(" ");
  const name = names.variable(called, kind.name);
  return {
    name,
    text: [
      ...commentsOn(adoption).map((comment) => `  // ${visible(comment)}`),
      `  const ${name} = new ${constructNameOf(kind.name)}(scope, "${constructIdOf(name)}", {`,
      "    adopt: true,",
      ...propLines(adoption),
      "  });",
      "",
    ].join("\n"),
  };
}

/** What a reader has to know of what is adopted, one line each. */
function commentsOn({ kind, identity, notes }: Adoption): string[] {
  return [`${labelOf(kind.name)} ${quoted(identity.join("/"))}`, ...notes];
}

/** The fields of a kind, those first that the path of the create takes: they say what the rest is about. */
function orderedFields({ create, fields }: Kind): string[] {
  return [...new Set([...Object.values(create?.parameters ?? {}), ...acceptedFields(fields)])];
}

function propLines({ kind, fields, toFillIn }: Adoption): string[] {
  return orderedFields(kind).flatMap((field) => {
    // undefined where a prop is required: the compiler refuses it, and so does synth
    if (toFillIn.includes(field)) return [`    ${field}: undefined, // fill in`];
    return field in fields ? [`    ${field}: ${literalOf(fields[field], "    ")},`] : [];
  });
}

function sortedNames(names: ReadonlySet<string>): string[] {
  return [...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
}

/** The entry of this package that code in a directory has to import: that of its framework. */
export function entryFor(folder: string): string {
  const { resolve } = createRequire(join(folder, "package.json"));
  const has = (name: string) => {
    try {
      return resolve(name) !== "";
    } catch {
      return false;
    }
  };
  return has("cdktn") && !has("cdktf") ? "cdktf-experimentation/cdktn" : "cdktf-experimentation";
}

/** What deploys read themselves: a header would be sent the key of the service. */
const OF_DEPLOYS: readonly string[] = [serviceDefaults.apiKeyVariable, serviceDefaults.baseUrlVariable, ADOPT_VARIABLE];

/** Names an environment variable for every secret: one for each value, however often that stands in the records. */
class SecretVariables {
  private readonly values = new Map<string, string>();

  /** Whether a secret was met. */
  get areNeeded(): boolean {
    return this.values.size > 0;
  }

  /** An adoption with what stands for each secret in its place, and a note on that. */
  hide(adoption: Adoption): Adoption {
    const { identity, notes } = adoption;
    const variables = new Set<string>();
    const fields = withSecretHeaders(adoption.fields, (header, index) => {
      const { name, value } = header;
      if (typeof value !== "string" || value === "") return header;
      const what = typeof name === "string" && name !== "" ? name : `header ${index + 1}`;
      const variable = this.variable(value, identity, what);
      variables.add(variable);
      return { ...header, value: new EnvironmentSecret(variable) };
    });
    return variables.size === 0 ? adoption : { ...adoption, fields, notes: [...notes, secretNote(variables)] };
  }

  /** @param names what the entity is called, the more general first */
  private variable(value: string, [general = "", ...further]: readonly string[], what: string): string {
    const names = [secretVariableName([general, what]), secretVariableName([general, ...further, what])];
    const isFree = (name: string) => !OF_DEPLOYS.includes(name) && (this.values.get(name) ?? value) === value;
    const free = firstFree(names, "_", isFree);
    this.values.set(free, value);
    return free;
  }
}

function secretNote(variables: ReadonlySet<string>): string {
  return `set ${[...variables].join(", ")} where deploys run: written here, a secret would be in the code and in the state`;
}

function secretVariableName(parts: readonly string[]): string {
  const name = nameWords(parts.join(" ")).join("_").toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `SECRET_${name}`;
}

/**
 * The YAML of a file that declares everything that is adopted, for an `Include`.
 *
 * @param head what a reader has to know of all of it, one line each
 * @param schema path of the JSON Schema from the file, for editors
 */
export function generatedDefinitions(adoptions: readonly Adoption[], head: readonly string[], schema: string): string {
  const secrets = new SecretVariables();
  // editors look for this line in each document
  const modeline = commentText([`yaml-language-server: $schema=${schema}`]);
  const documents = adoptions.map((adoption) => documentText(secrets.hide(adoption)));
  return `${modeline}${commentText(head)}\n${documents.join(`---\n${modeline}`)}`;
}

/** No text is folded: nobody could search for it, and an escape would begin a line. */
const ON_ONE_LINE = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY };

function documentText(adoption: Adoption): string {
  const { kind, fields, toFillIn } = adoption;
  const names = orderedFields(kind);
  const props = names.filter((name) => name in fields).map((name) => [name, fields[name]]);
  const document = new Document(
    { kind: constructNameOf(kind.name), adopt: true, ...Object.fromEntries(props) },
    // what YAML 1.1 reads as something else than text is in quotes
    { aliasDuplicateObjects: false, compat: "yaml-1.1" },
  );
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === "string" && needsQuotes(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  const missing = names.filter((name) => toFillIn.includes(name)).map((name) => `${name}: fill in`);

  return [commentText(commentsOn(adoption)), visibleLines(document.toString(ON_ONE_LINE)), commentText(missing)].join(
    "",
  );
}

/** Whether text means something else without double quotes: an escape, and what merges maps in former YAML. */
function needsQuotes(text: string): boolean {
  return visibleLines(text) !== text || text === "<<";
}

function commentText(lines: readonly string[]): string {
  return lines.map((line) => `# ${visible(line)}\n`).join("");
}

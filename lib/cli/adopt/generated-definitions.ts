import { Document, Scalar, visit } from "yaml";
import { visible, visibleLines } from "../../api/escape-invisible";
import { pathText } from "../../api/field-path";
import { constructNameOf } from "../../api/resource";
import { serviceDefaults } from "../../api/service-settings";
import type { Adoption } from "./adoption";
import { commentsOn, orderedFields } from "./generated-code";
import { SecretVariables } from "./secret-variables";

/**
 * The YAML of a file that declares everything that is adopted, for an `Include`.
 *
 * @param vendors brands that the records show in `serviceUnitID`
 * @param schema path of the JSON Schema from the file, for editors
 */
export function generatedDefinitions(
  adoptions: readonly Adoption[],
  vendors: readonly string[],
  schema: string,
): string {
  const secrets = new SecretVariables();
  const foreign = vendors.filter((vendor) => vendor !== serviceDefaults.vendor);
  const head = [
    `yaml-language-server: $schema=${schema}`,
    "Takes over what exists in the service: without a create, by updates only.",
    ...foreign.map(
      (vendor) => `The records come from a service that needs vendor: "${vendor}" in its ExperimentationService.`,
    ),
    "Written by `cdktf-experimentation adopt`.",
  ];
  const documents = adoptions.map((adoption) => documentText(adoption, secrets));
  return `${commentText(head)}\n${documents.join("---\n")}`;
}

/** No text is folded: nobody could search for it, and an escape would begin a line. */
const ON_ONE_LINE = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY };

function documentText(adoption: Adoption, secrets: SecretVariables): string {
  const { resource, identity, fields, toFillIn } = adoption;
  const secretAt = secrets.for(fields, identity);
  const names = orderedFields(resource);
  const props = names
    .filter((name) => name in fields)
    .map((name) => [name, withSecrets(fields[name], [name], secretAt)]);
  const document = new Document(
    { kind: constructNameOf(resource.kind), adopt: true, ...Object.fromEntries(props) },
    { aliasDuplicateObjects: false },
  );
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === "string" && needsQuotes(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  const comments = commentsOn(adoption, new Set(secretAt.values()));
  const missing = names.filter((name) => toFillIn.includes(name)).map((name) => `${name}: fill in`);

  return [commentText(comments), visibleLines(document.toString(ON_ONE_LINE)), commentText(missing)].join("");
}

/** Whether text means something else without double quotes: an escape, and what merges maps in former YAML. */
function needsQuotes(text: string): boolean {
  return visibleLines(text) !== text || text === "<<";
}

/** A value with the variable of each secret in the place of the secret. */
function withSecrets(value: unknown, path: readonly PropertyKey[], secretAt: ReadonlyMap<string, string>): unknown {
  const variable = secretAt.get(pathText(path));
  if (variable !== undefined) return { fromEnvironment: variable };
  if (Array.isArray(value)) return value.map((element, index) => withSecrets(element, [...path, index], secretAt));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withSecrets(inner, [...path, key], secretAt)]),
  );
}

function commentText(lines: readonly string[]): string {
  return lines.map((line) => `# ${visible(line)}\n`).join("");
}

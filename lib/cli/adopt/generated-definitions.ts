import { Document, Scalar, visit } from "yaml";
import { constructNameOf } from "../../api/kind";
import { visible, visibleLines } from "../../text/visible";
import type { Adoption } from "./adoption";
import { commentsOn, headOf, orderedFields, SecretVariables } from "./generated-code";

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
  const head = commentText([`yaml-language-server: $schema=${schema}`, ...headOf(vendors)]);
  const documents = adoptions.map((adoption) => documentText(secrets.hide(adoption)));
  return `${head}\n${documents.join("---\n")}`;
}

/** No text is folded: nobody could search for it, and an escape would begin a line. */
const ON_ONE_LINE = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY };

function documentText(adoption: Adoption): string {
  const { kind, fields, toFillIn } = adoption;
  const names = orderedFields(kind);
  const props = names.filter((name) => name in fields).map((name) => [name, fields[name]]);
  const document = new Document(
    { kind: constructNameOf(kind.name), adopt: true, ...Object.fromEntries(props) },
    { aliasDuplicateObjects: false },
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

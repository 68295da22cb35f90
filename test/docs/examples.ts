import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { constructNameOf } from "../../lib/api/kind";
import { kinds } from "../../lib/api/kinds";

const EXAMPLES = join(__dirname, "../package/recipes/examples");

/** As wide as the code of the pages. */
const WIDTH = 100;

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

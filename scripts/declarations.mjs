/** Writes the declarations of props, which the editors and compilers of users read, from the schemas. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Shapes } from "./shapes.mjs";

/**
 * Writes the props as interfaces into the compiled declarations. The compiler leaves them as types computed from the
 * schemas, and without comments, because it keeps none in inferred types.
 *
 * @param {string} root folder of the repository
 */
export function declareProps(root) {
  const shapes = new Shapes(root);
  const writer = new Writer(shapes.named);
  for (const { name, module, parts } of [...shapes.named.values(), ...shapes.props()]) {
    const path = join(root, "dist", `${module}.d.ts`);
    // these imports are for the computed types only
    const text = readFileSync(path, "utf8").replaceAll(
      /^import .*"\.\/(api\/|terraform\/props\/(construct|service)-props).*\n/gm,
      "",
    );
    const fields = `export interface ${name} ${writer.fields(parts, "")}`;
    const declared = text.replace(new RegExp(`^export type ${name} = .*$`, "m"), () => fields);
    if (declared === text) throw new Error(`lib/${module}.ts has no type ${name} on one line, to be replaced`);
    writeFileSync(path, `${writer.importsFor(fields, `./${module}`, text)}${declared}`);
  }
}

/**
 * Removes the compiled declarations that no export of the package reaches.
 *
 * @param {string} root folder of the repository
 */
export function keepPublicDeclarations(root) {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const reached = new Set();
  const reach = (path) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const [, , module] of readFileSync(path, "utf8").matchAll(/(from |import\(|import )"(\.[^"]+)"/g)) {
      reach(`${join(dirname(path), module)}.d.ts`);
    }
  };
  for (const { types } of Object.values(exports)) if (types !== undefined) reach(join(root, types));
  for (const entry of readdirSync(join(root, "dist"), { recursive: true })) {
    const path = join(root, "dist", entry);
    if (path.endsWith(".d.ts") && !reached.has(path)) rmSync(path);
  }
}

/** Writes schemas as types. */
class Writer {
  #named;

  /** @param {Shapes["named"]} named */
  constructor(named) {
    this.#named = named;
  }

  /** The imports that a text of this writer needs in a module, besides those that are there. */
  importsFor(text, module, existing = "") {
    const sources = {
      cdktf: ["IResolvable", "ITerraformDependable"],
      "./terraform/service-scope": ["ServiceScope"],
      "./shapes": [...this.#named.values()].map(({ name }) => name),
    };
    return Object.entries(sources)
      .map(([source, names]) => {
        const needed = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
        const isThere = source === module || needed.length === 0 || existing.includes(`} from "${source}"`);
        return isThere ? "" : `import type { ${needed.join(", ")} } from "${source}";\n`;
      })
      .join("");
  }

  /** Fields with their comments. */
  fields(parts, indent) {
    const lines = parts.flatMap((part) =>
      Object.entries(part.schema.shape).map(([name, schema]) => {
        const optional = schema.def.type === "optional" ? "?" : "";
        const comment = `${indent}    /** ${part.comments[name]} */\n`;
        return `${comment}${indent}    ${name}${optional}: ${this.#type(schema, part, `${indent}    `)};\n`;
      }),
    );
    return `{\n${lines.join("")}${indent}}`;
  }

  /** The type of a schema. Where tokens are accepted, any value may be one; strings and numbers contain them anyway. */
  #type(schema, part, indent) {
    const { def } = schema;
    const inner = (each = def.innerType, of = part) => this.#type(each, of, indent);
    const orToken = (type) => (part.tokens ? `${type} | IResolvable` : type);
    switch (def.type) {
      case "string":
      case "number":
        return def.type;
      case "boolean":
        return orToken("boolean");
      case "enum":
        return Object.values(def.entries)
          .map((value) => JSON.stringify(value))
          .join(" | ");
      case "optional":
        return `${inner()} | undefined`;
      case "nullable":
        return `${inner()} | null`;
      case "nonoptional":
        return inner(def.innerType.def.innerType);
      case "readonly":
        return inner();
      case "union":
        return def.options.map((option) => inner(option)).join(" | ");
      case "array":
        return orToken(`readonly ${elements(inner(def.element))}[]`);
      case "record":
        return orToken("{ [name: string]: unknown }");
      case "custom":
        return schema.meta()?.declaredAs ?? "ServiceScope";
      case "object":
        return orToken(this.#named.get(schema)?.name ?? this.fields([{ ...part, schema }], indent));
      default:
        throw new Error(`there is no type for a schema of ${def.type}: see declarations.mjs`);
    }
  }
}

/** A type in the place of a list's element type. */
function elements(type) {
  return type.includes(" ") ? `(${type})` : type;
}

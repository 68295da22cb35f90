/** The declarations of props, as editors and compilers of users get them. Part of the build, not of the package. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { API, SymbolFlags, TypeFlags } from "typescript/unstable/sync";

/**
 * Writes the props out in the compiled declarations. The compiler leaves them computed from the schemas: editors would
 * show no comment, and every compilation of a user's would have to read and understand the schema library.
 *
 * @param {string} root folder of the repository
 */
export function declareProps(root) {
  const props = readProps(root, (reader, type) => reader.fields(type, ""));
  for (const file of readdirSync(join(root, "dist")).filter((name) => name.endsWith(".d.ts"))) {
    const path = join(root, "dist", file);
    const text = readFileSync(path, "utf8");
    const [name] = /(?<=^export type )\w+Props(?= = )/m.exec(text) ?? [];
    if (name !== undefined) writeFileSync(path, withProps(text, name, props[name]));
  }
}

/**
 * Removes the compiled declarations that no export of the package leads to.
 *
 * @param {string} root folder of the repository
 */
export function keepPublicDeclarations(root) {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const reached = new Set();
  const reach = (path) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const [, , module] of readFileSync(path, "utf8").matchAll(/(from |import\()"(\.[^"]+)"/g)) {
      reach(`${join(dirname(path), module)}.d.ts`);
    }
  };
  for (const { types } of Object.values(exports)) if (types !== undefined) reach(join(root, types));
  for (const entry of readdirSync(join(root, "dist"), { recursive: true })) {
    const path = join(root, "dist", entry);
    if (path.endsWith(".d.ts") && !reached.has(path)) rmSync(path);
  }
}

/**
 * The comments on the props of every exported type whose name ends with `Props`, those of nested fields inside.
 *
 * @param {string} root folder of the repository
 * @returns {Record<string, Comments>}
 * @typedef {{ readonly [field: string]: { readonly comment: string, readonly fields: Comments } }} Comments
 */
export function propComments(root) {
  return readProps(root, (reader, type) => reader.comments(type));
}

/** A declaration file with the props of that name written out, and what else they need imported. */
function withProps(text, name, props) {
  const body = text
    .replaceAll(/^import .* from "\.\/(api\/.*|terraform\/props\/.*)";\n/gm, "")
    .replace(/^export type \w+Props = .*$/m, () => `export type ${name} = ${props};`);
  const imports = [
    'import type { IResolvable } from "cdktf";\n',
    'import type { ServiceScope } from "./terraform/service-scope";\n',
  ].filter((line) => {
    const [imported] = /\w+(?= \})/.exec(line) ?? [];
    return props.includes(imported) && !new RegExp(`^import .*\\b${imported}\\b`, "m").test(body);
  });
  return [...imports, body].join("");
}

/** What `read` finds about each of the props, by name. */
function readProps(root, read) {
  const api = new API();
  try {
    const [{ checker, program }] = api
      .updateSnapshot({ openProjects: [join(root, "lib/tsconfig.json")] })
      .getProjects();
    const reader = new PropsReader(checker);
    const found = checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(join(root, "lib/index.ts"))))
      .filter(({ name }) => name.endsWith("Props"))
      .map((symbol) => [symbol.name, read(reader, checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(symbol)))]);
    return Object.fromEntries(found);
  } finally {
    // api.close() sends SIGTERM, on which TypeScript 7.0 at times prints "context canceled"; 7.1 will not
    api.client.channel.child.kill("SIGKILL");
    api.client.close();
  }
}

/** `NoTruncation` and `UseAliasDefinedOutsideCurrentScope` of TypeScript's `TypeFormatFlags`. */
const WHOLE = (1 << 0) | (1 << 14);

class PropsReader {
  #checker;

  constructor(checker) {
    this.#checker = checker;
  }

  /** The comments of an object type's fields. */
  comments(type) {
    const fields = this.#checker.getPropertiesOfType(type).map((symbol) => {
      const inner = this.#objectIn(this.#checker.getTypeOfSymbol(symbol));
      return [
        symbol.name,
        { comment: this.#commentOf(symbol), fields: inner === undefined ? {} : this.comments(inner) },
      ];
    });
    return Object.fromEntries(fields);
  }

  /** The fields of an object type written out, with their comments. */
  fields(type, indent) {
    const lines = this.#checker.getPropertiesOfType(type).map((symbol) => {
      const optional = symbol.flags & SymbolFlags.Optional ? "?" : "";
      const text = this.#text(this.#checker.getTypeOfSymbol(symbol), `${indent}    `);
      return `${indent}    /** ${this.#commentOf(symbol)} */\n${indent}    ${symbol.name}${optional}: ${text};\n`;
    });
    return `{\n${lines.join("")}${indent}}`;
  }

  #text(type, indent) {
    if (this.#objectIn(type) === undefined) return this.#checker.typeToString(type, undefined, WHOLE);
    if (type.isUnionType()) {
      return type
        .getTypes()
        .map((member) => this.#text(member, indent))
        .join(" | ");
    }
    if (!this.#checker.isArrayType(type)) return this.fields(type, indent);
    const readonly = type.getSymbol()?.name === "ReadonlyArray" ? "readonly " : "";
    return `${readonly}(${this.#text(this.#checker.getTypeArguments(type)[0], indent)})[]`;
  }

  /** The object type with fields that stands in a type, alone or as an element of a list, beside null and tokens. */
  #objectIn(type) {
    if (type.isUnionType())
      return type
        .getTypes()
        .map((member) => this.#objectIn(member))
        .find(Boolean);
    if (this.#checker.isArrayType(type)) return this.#objectIn(this.#checker.getTypeArguments(type)[0]);
    // a type with a name of its own, such as IResolvable, is no shape of the interface
    const isShape = type.flags & TypeFlags.Object && type.getSymbol()?.flags & SymbolFlags.TypeLiteral;
    return isShape && this.#checker.getPropertiesOfType(type).length > 0 ? type : undefined;
  }

  #commentOf(symbol) {
    return symbol.getDocumentationComment(this.#checker).replaceAll(/\s+/g, " ").trim();
  }
}

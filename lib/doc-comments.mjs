/** The doc comments on props: what an editor shows. Part of the build and of the documentation, not of the package. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { API, SymbolFlags, TypeFlags } from "typescript/unstable/sync";

/**
 * Writes the comments into the compiled declarations: the compiler leaves them out of types that it infers, as it does
 * from schemas.
 *
 * @param {string} root folder of the repository
 */
export function carryComments(root) {
  const { ExperimentationServiceProps: ofService, ...ofConstructs } = propComments(root);
  const [ofAny] = Object.values(ofConstructs);
  annotate(join(root, "dist/terraform/service-props.d.ts"), ofService);
  annotate(join(root, "dist/terraform/settings.d.ts"), ofAny);
  for (const [type, comments] of Object.entries(ofConstructs)) {
    annotate(join(root, "dist/interface", `${kebabCase(type.replace(/Props$/, ""))}.d.ts`), comments);
  }
}

/** Puts a comment before each field that has one and stands on a line of its own. */
function annotate(file, comments) {
  const around = [{ fields: comments }];
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, indent, name] = /^( +)(\w+)\??: /.exec(line) ?? [];
      const field = around.at(-1)?.fields[name];
      if (/^ *\}/.test(line)) around.pop();
      // what opens a block without being a known field has none inside
      if (line.endsWith("{")) around.push(field ?? { fields: indent === undefined ? comments : {} });
      return field === undefined ? [line] : [`${indent}/** ${field.comment} */`, line];
    });
  writeFileSync(file, lines.join("\n"));
}

function kebabCase(name) {
  return name.replaceAll(/\B[A-Z]/g, "-$&").toLowerCase();
}

/**
 * The comments on the props of every exported type whose name ends with `Props`, those of nested fields inside.
 *
 * @param {string} root folder of the repository
 * @returns {Record<string, Comments>}
 * @typedef {{ readonly [field: string]: { readonly comment: string, readonly fields: Comments } }} Comments
 */
export function propComments(root) {
  const api = new API();
  const [project] = api.updateSnapshot({ openProjects: [join(root, "lib/tsconfig.json")] }).getProjects();
  const { checker, program } = project;
  const index = checker.getSymbolAtLocation(program.getSourceFile(join(root, "lib/index.ts")));
  const props = checker
    .getExportsOfModule(index)
    .filter(({ name }) => name.endsWith("Props"))
    .map((symbol) => [symbol.name, fieldsOf(checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(symbol)))]);
  api.close();
  return Object.fromEntries(props);

  function fieldsOf(type) {
    const fields = checker.getPropertiesOfType(type).map((symbol) => {
      const inner = objectIn(checker.getTypeOfSymbol(symbol));
      return [symbol.name, { comment: commentOf(symbol), fields: inner === undefined ? {} : fieldsOf(inner) }];
    });
    return Object.fromEntries(fields);
  }

  /** The object type that stands in a type, alone or as an element of a list, beside null and what tokens are. */
  function objectIn(type) {
    if (type.isUnionType()) return type.getTypes().map(objectIn).find(Boolean);
    if (checker.isArrayType(type)) return objectIn(checker.getTypeArguments(type)[0]);
    // a type with a name of its own, such as IResolvable, is no shape of the interface
    return type.flags & TypeFlags.Object && type.getSymbol()?.flags & SymbolFlags.TypeLiteral ? type : undefined;
  }

  function commentOf(symbol) {
    return symbol.getDocumentationComment(checker).replaceAll(/\s+/g, " ").trim();
  }
}

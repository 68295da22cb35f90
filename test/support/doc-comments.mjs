/**
 * Prints, as JSON, the doc comments on the props of every exported type that ends with `Props`, nested fields included:
 * `node test/support/doc-comments.mjs <tsconfig.json> <module>`. They are what an editor shows, since the compiler finds
 * them, through all that the types are made of.
 */
import { resolve } from "node:path";
import process from "node:process";
import { API, SymbolFlags, TypeFlags } from "typescript/unstable/sync";

const [, , tsconfig = "", module = ""] = process.argv;
const api = new API();
const [project] = api.updateSnapshot({ openProjects: [resolve(tsconfig)] }).getProjects();
const { checker, program } = project;

const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(resolve(module))));
const props = exported
  .map((symbol) => (symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
  .filter(({ name }) => name.endsWith("Props"))
  .map((symbol) => [symbol.name, fieldsOf(checker.getDeclaredTypeOfSymbol(symbol))]);
console.log(JSON.stringify(Object.fromEntries(props)));
api.close();

/** The fields of an object type, each with its doc comment and the fields inside it. */
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

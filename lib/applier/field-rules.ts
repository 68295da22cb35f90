/** The rules of the schemas. Loaded when something unusual asks for them, because most calls need none. */
export function fieldRules(): typeof import("./check-fields") {
  return require("./check-fields") as typeof import("./check-fields");
}

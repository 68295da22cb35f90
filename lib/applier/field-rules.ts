/** The rules of the schemas, for what is known only at deploy time: a module that most calls do not need. */
export function fieldRules(): typeof import("./check-fields") {
  return require("./check-fields") as typeof import("./check-fields");
}

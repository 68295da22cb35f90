// Modules that most calls do not need, in files of their own.

/** The rules of the schemas, for what is known only at deploy time. */
export function fieldRules(): typeof import("./check-fields") {
  return require("./check-fields") as typeof import("./check-fields");
}

/** What finds secrets in a text, in each form that it may have there. */
export function masking(): typeof import("./masking") {
  return require("./masking") as typeof import("./masking");
}

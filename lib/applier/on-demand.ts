/** The rules of the schemas. Loaded when something unusual asks for them, because most calls need none. */
export function fieldRules(): typeof import("./check-fields") {
  return require("./check-fields") as typeof import("./check-fields");
}

/** What a response says of its entity, and what a user can do next. Loaded when a call did not succeed. */
export function nextSteps(): typeof import("./next-steps") {
  return require("./next-steps") as typeof import("./next-steps");
}

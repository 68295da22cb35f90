import type { Request } from "../protocol/request-file";
import type { Said } from "./said-of-entity";
import type { Outcome } from "./send";

/** The rules of the schemas. Loaded when something unusual asks for them, because most calls need none. */
export function fieldRules(): typeof import("./check-fields") {
  return require("./check-fields") as typeof import("./check-fields");
}

/** What an answer says of the entity of a request. Loaded when a call did not succeed. */
export function saidOf(outcome: Outcome, request: Request): Said {
  return (require("./said-of-entity") as typeof import("./said-of-entity")).saidOfEntity(outcome, request);
}

/** The words for what a user can do next. Loaded when a call did not succeed. */
export function nextSteps(): typeof import("./next-steps") {
  return require("./next-steps") as typeof import("./next-steps");
}

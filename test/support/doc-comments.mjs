import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { propComments } from "../../scripts/declarations.mjs";

/** Prints the doc comments on props as JSON. Tests cannot import the compiler, which is an ES module, themselves. */
console.log(JSON.stringify(propComments(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))));

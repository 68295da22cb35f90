#!/usr/bin/env node
import { oldNodeText } from "../text/node-version";

const problem = oldNodeText("of this shell");
if (problem !== undefined) {
  process.stderr.write(`error: ${problem}\n`);
  process.exit(2);
}
// an older Node could not read it
require("./command-line");

import { oldNodeText } from "../text/node-version";

const problem = oldNodeText("where Terraform runs");
if (problem === undefined) require("./applier");
else {
  process.exitCode = 1;
  process.stderr.write(`error: ${problem}\n`);
}

import { oldNodeText } from "./text/node-version";

// before any module is loaded that an older Node cannot read
const problem = oldNodeText("where the app is synthesised");
if (problem !== undefined) throw new Error(problem);

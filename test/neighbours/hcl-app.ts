/** The program of a project that is synthesised as HCL: `hcl-app.ts <type of resource> <file of the state>`. */
import { App, LocalBackend, TerraformStack } from "cdktf";
import { ExperimentationService, type ExperimentationServiceProps } from "../../lib";
import { everything } from "./hcl-forms";

const [resourceType, path = ""] = process.argv.slice(2);
const app = new App();
const stack = new TerraformStack(app, "stack");
new LocalBackend(stack, { path });
new ExperimentationService(stack, "service", { resourceType } as ExperimentationServiceProps);
everything(stack);
app.synth();

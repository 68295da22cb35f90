/** The program of a project that is synthesised as HCL: a stack of each type of resource. */
import { App, LocalBackend, TerraformStack } from "cdktf";
import { onType } from "./hcl-forms";

const app = new App();
for (const resourceType of ["null_resource", "terraform_data"] as const) {
  const stack = new TerraformStack(app, resourceType);
  new LocalBackend(stack, { path: `../../../terraform.${resourceType}.tfstate` });
  onType(resourceType)(stack);
}
app.synth();
